// Where seats, bets and the button lie on the oval: hero at the bottom, the others clockwise.
const ANCHORS: readonly [number, number][] = [
  [93, 50], [86, 22], [63, 8], [27, 9], [11, 27], [7, 50], [11, 73], [27, 91], [63, 92], [86, 78],
];
const CENTRE: [number, number] = [46, 50];

export interface Spot {
  y: number;
  x: number;
  /** From the seat to its bet, in hundredths of the felt. */
  betY: number;
  betX: number;
}

/** The place `steps` seats clockwise from the hero, of `count` seats. */
export function spot(steps: number, count: number): Spot {
  const at = ((steps % count) * ANCHORS.length) / count;
  const from = ANCHORS[Math.floor(at) % ANCHORS.length]!;
  const to = ANCHORS[(Math.floor(at) + 1) % ANCHORS.length]!;
  const part = at - Math.floor(at);
  const y = from[0] + (to[0] - from[0]) * part;
  const x = from[1] + (to[1] - from[1]) * part;
  // The hero's cards are the largest, so that bet lies furthest from its plate.
  const reach = steps === 0 ? 0.62 : 0.46;
  return { y, x, betY: (CENTRE[0] - y) * reach, betX: (CENTRE[1] - x) * reach };
}

/** How many seats clockwise a seat lies from the one at the bottom. */
export function stepsFrom(hero: number, seat: number, count: number): number {
  return (seat - hero + count) % count;
}
