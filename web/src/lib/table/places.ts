// Where seats lie around the oval: the hero at the bottom, the others clockwise. Distances are in the stage's own unit,
// x from its middle, y from its top. There are three stages: a screen, a phone upright and a phone held sideways.
type Point = readonly [x: number, y: number];

/** The others from the hero's left to the top; the right side mirrors them. A seat at x 0 stands alone. */
const SCREEN: Record<number, readonly Point[]> = {
  6: [[-486, 540], [-468, 204], [0, 92]],
  8: [[-478, 566], [-514, 362], [-330, 156], [0, 108]],
  10: [[-370, 620], [-530, 470], [-530, 270], [-300, 112], [0, 92]],
};
/** On a phone the band of the board stays free of seats, so every number of seats has its own places. */
const UPRIGHT: Record<number, readonly Point[]> = {
  2: [[0, 38]],
  3: [[-132, 138]],
  4: [[-132, 138], [0, 38]],
  5: [[-132, 338], [-132, 138]],
  6: [[-132, 338], [-132, 138], [0, 38]],
  7: [[-140, 366], [-140, 154], [-140, 92]],
  8: [[-140, 366], [-140, 154], [-140, 92], [0, 34]],
  9: [[-140, 366], [-140, 304], [-140, 154], [-140, 92]],
  10: [[-140, 366], [-140, 304], [-140, 154], [-140, 92], [0, 34]],
  11: [[-140, 366], [-140, 304], [-140, 154], [-140, 92], [-64, 34]],
};
const SIDEWAYS: Record<number, readonly Point[]> = {
  2: [[0, 44]],
  3: [[-224, 112]],
  4: [[-224, 140], [0, 44]],
  5: [[-224, 256], [-224, 112]],
  6: [[-224, 256], [-224, 112], [0, 44]],
  7: [[-224, 276], [-232, 172], [-150, 52]],
  8: [[-224, 276], [-232, 172], [-170, 66], [0, 40]],
  9: [[-214, 300], [-236, 220], [-236, 130], [-130, 46]],
  10: [[-214, 300], [-236, 220], [-236, 130], [-160, 56], [0, 36]],
  11: [[-214, 300], [-240, 234], [-240, 160], [-214, 92], [-76, 40]],
};
const HERO = { screen: [0, 764], upright: [0, 512], sideways: [0, 356] } as const;
/** Bets lie on the way to the pot, the board and what was collected. */
const MIDDLE = { screen: [0, 330], upright: [0, 235], sideways: [0, 170] } as const;
const REACH = { screen: [0.4, 0.4], upright: [0.52, 0.38], sideways: [0.45, 0.4] } as const;
const HERO_BET = { screen: -182, upright: -152, sideways: -128 } as const;

export type Stage = keyof typeof HERO;

export interface Spot {
  x: number;
  y: number;
  /** From the seat to its bet. */
  betX: number;
  betY: number;
}

function mirrored(left: readonly Point[]): Point[] {
  const right = left.filter(([x]) => x !== 0).map(([x, y]): Point => [-x, y]);
  return [...left, ...right.reverse()];
}

/** Equal steps along the places of ten, for numbers of seats that have no places of their own. */
function between(steps: number, count: number): Point {
  const ten: Point[] = [HERO.screen, ...mirrored(SCREEN[10]!)];
  const at = (steps * ten.length) / count;
  const from = ten[Math.floor(at) % ten.length]!;
  const to = ten[(Math.floor(at) + 1) % ten.length]!;
  const part = at - Math.floor(at);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

function point(stage: Stage, steps: number, count: number): Point {
  if (steps === 0) return HERO[stage];
  const places = { screen: SCREEN, upright: UPRIGHT, sideways: SIDEWAYS }[stage][count];
  return places ? mirrored(places)[steps - 1]! : between(steps, count);
}

/** On a phone the bet of the seat at the head lies beside the pot's words, and those at the sides clear of the board. */
const HEAD_BET = { upright: [-62, 44], sideways: [-95, 26] } as const;
const SIDE = 200;
const SIDE_BET = [131, 108] as const; // between the pot's words, the plate and the board

/** The place `steps` seats clockwise from the hero, of `count` seats, on one of the stages. */
export function spot(stage: Stage, steps: number, count: number): Spot {
  const [x, y] = point(stage, steps % count, count);
  const [toX, toY] = MIDDLE[stage];
  // The hero's cards are the largest: that bet lies above them.
  if (steps % count === 0) return { x, y, betX: 0, betY: HERO_BET[stage] };
  if (stage !== 'screen' && x === 0) return { x, y, betX: HEAD_BET[stage][0], betY: HEAD_BET[stage][1] };
  if (stage === 'sideways' && Math.abs(x) > SIDE) {
    if (y < 150) return { x, y, betX: Math.sign(x) * SIDE_BET[0] - x, betY: SIDE_BET[1] - y };
    return y < 200 ? { x, y, betX: -0.14 * x, betY: 42 } : { x, y, betX: -0.32 * x, betY: (toY - y) * 0.42 };
  }
  return { x, y, betX: (toX - x) * REACH[stage][0], betY: (toY - y) * REACH[stage][1] };
}

/** From a plate to the button that lies on the cloth at its inner corner. */
const PUCK: Record<Stage, { high: Point; low: Point; hero: Point }> = {
  screen: { high: [112, 36], low: [112, 0], hero: [-140, 6] },
  upright: { high: [24, 40], low: [72, 12], hero: [-112, 8] },
  sideways: { high: [36, 37], low: [74, 10], hero: [-106, 8] },
};

/** Where the button lies for the seat that has it. */
export function puckAt(stage: Stage, steps: number, count: number): { x: number; y: number } {
  const [x, y] = point(stage, steps % count, count);
  const from = PUCK[stage];
  if (steps % count === 0) return { x: x + from.hero[0], y: y + from.hero[1] };
  const [across, along] = y < MIDDLE[stage][1] ? from.high : from.low;
  return { x: x + (x > 0 ? -across : across), y: y + along };
}

/** How many seats clockwise a seat lies from the one at the bottom. */
export function stepsFrom(hero: number, seat: number, count: number): number {
  return (seat - hero + count) % count;
}
