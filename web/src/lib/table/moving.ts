// Plays a timeline on the felt. The document is already as it will be: a motion only comes from where things were, so a lost
// frame, a hidden page or a stopped animation cannot leave a wrong picture. Only transform and opacity move.
import { MS, type Motion } from './choreography';

const OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
const IN = 'cubic-bezier(0.5, 0, 0.9, 0.4)';
const TURN = 'cubic-bezier(0.6, 0, 0.3, 1)';

export interface Art {
  deck: string;
  chips: string;
}

interface Point {
  x: number;
  y: number;
}

const centre = (box: DOMRect): Point => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** What flies over the felt and is gone when it has landed. */
function flying(stage: HTMLElement, href: string, wide: number, high: number, view: string): HTMLElement {
  const made = document.createElement('span');
  made.className = 'flying';
  made.setAttribute('aria-hidden', 'true');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', view);
  svg.setAttribute('width', String(wide));
  svg.setAttribute('height', String(high));
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', href);
  svg.append(use);
  made.append(svg);
  stage.append(made);
  return made;
}

/** One felt and what moves on it. */
export class Mover {
  private running: Animation[] = [];
  private boarding: Animation[] = [];

  constructor(private readonly stage: HTMLElement, private readonly art: Art) {}

  /** Whatever still moves is where it belongs, at once. */
  finish(): void {
    for (const one of this.running.splice(0)) if (one.playState !== 'finished') one.finish();
  }

  /** Start them; the answer comes when every card that goes to the board lies there face up, or was put there at once. */
  play(motions: readonly Motion[]): Promise<unknown> {
    this.finish();
    this.boarding = [];
    for (const motion of motions) {
      const before = this.running.length;
      this.one(motion);
      if (motion.kind === 'board') this.boarding.push(...this.running.slice(before));
    }
    return Promise.allSettled(this.boarding.map((one) => one.finished));
  }

  private find(selector: string): HTMLElement | null {
    return this.stage.querySelector<HTMLElement>(selector);
  }

  private run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions, gone = false): void {
    const animation = element.animate(frames, { fill: 'backwards', easing: OUT, ...options });
    this.running.push(animation);
    if (gone) animation.finished.then(() => element.remove()).catch(() => element.remove());
  }

  private one(motion: Motion): void {
    switch (motion.kind) {
      case 'deal': {
        const card = this.stage.querySelectorAll<HTMLElement>(`[data-seat="${motion.seat}"] .card`)[motion.place];
        if (card) this.travel(card, motion.at, motion.ms, motion.turns ? motion.at + motion.ms + MS.turn / 2 : 0);
        return;
      }
      case 'board': {
        const card = this.stage.querySelectorAll<HTMLElement>('.board .card')[motion.place];
        if (card) this.travel(card, motion.at, motion.ms, motion.turnsAt);
        return;
      }
      case 'fold': {
        const plate = this.find(`[data-seat="${motion.seat}"] .plate`);
        if (plate) this.fly(`${this.art.deck}#back`, plate, this.shoe(), { ...motion, wide: 0.28, shape: [100, 140], easing: IN, fades: true });
        return;
      }
      case 'bet': {
        const bet = this.find(`[data-bet="${motion.seat}"]`);
        const plate = this.find(`[data-seat="${motion.seat}"] .plate`);
        if (bet && plate) this.from(bet, centre(plate.getBoundingClientRect()), motion.at, motion.ms);
        return;
      }
      case 'collect':
        return this.chips(motion, `[data-seat="${motion.seat}"] .plate`, 'in');
      case 'award':
        return this.chips(motion, `[data-seat="${motion.seat}"] .plate`, 'out');
      case 'button': {
        const puck = this.find('.puck');
        const seat = this.find(`[data-seat="${motion.from}"] .plate`) ?? this.find(`[data-seat="${motion.from}"]`);
        if (puck && seat) this.from(puck, centre(seat.getBoundingClientRect()), motion.at, motion.ms, TURN);
        return;
      }
    }
  }

  /** Where cards come from: the dealer's side, above the middle. */
  private shoe(): Point {
    const box = this.stage.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height * 0.2 };
  }

  /** The element comes from there to where it lies. */
  private from(element: HTMLElement, there: Point, at: number, ms: number, easing = OUT): void {
    const here = centre(element.getBoundingClientRect());
    this.run(element, [{ transform: `translate(${there.x - here.x}px, ${there.y - here.y}px)` }, { transform: 'translate(0, 0)' }], { delay: at, duration: ms, easing, composite: 'add' });
  }

  /** A card travels face down and, where it is to be seen, is turned when the others have arrived. */
  private travel(card: HTMLElement, at: number, ms: number, turnsAt: number): void {
    const there = this.shoe();
    const box = card.getBoundingClientRect();
    const here = centre(box);
    const way = `translate(${there.x - here.x}px, ${there.y - here.y}px) rotate(-14deg)`;
    if (!turnsAt) {
      this.run(card, [{ transform: way }, { transform: 'translate(0, 0)' }], { delay: at, duration: ms, composite: 'add' });
      this.run(card, [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1 }], { delay: at, duration: ms });
      return;
    }
    const back = flying(this.stage, `${this.art.deck}#back`, box.width, box.height, '0 0 100 140');
    const stage = this.stage.getBoundingClientRect();
    const put = `translate(${here.x - stage.left - box.width / 2}px, ${here.y - stage.top - box.height / 2}px)`;
    const whole = turnsAt + MS.turn / 2 - at;
    this.run(back, [
      { transform: `${put} ${way}`, opacity: 0 },
      { transform: `${put} ${way}`, opacity: 1, offset: 0.02 },
      { transform: put, opacity: 1, offset: Math.min(0.96, ms / whole), easing: 'linear' },
      { transform: put, opacity: 1, offset: Math.max(0.97, (turnsAt - at) / whole), easing: TURN },
      { transform: `${put} scaleX(0)`, opacity: 1 },
    ], { delay: at, duration: whole, easing: OUT }, true);
    this.run(card, [{ opacity: 0 }, { opacity: 0 }], { duration: turnsAt + MS.turn / 2 });
    this.run(card, [{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { delay: turnsAt + MS.turn / 2, duration: MS.turn / 2, easing: TURN, composite: 'add' });
  }

  /** A few chips between a seat and the pot. */
  private chips(motion: Motion & { amount: number }, seat: string, way: 'in' | 'out'): void {
    const plate = this.find(seat);
    if (!plate) return;
    const box = this.stage.getBoundingClientRect();
    const pot = { x: box.left + box.width / 2, y: box.top + box.height * 0.3 };
    const count = way === 'out' ? 5 : 3;
    for (let chip = 0; chip < count; chip += 1) {
      this.fly(`${this.art.chips}#k-${CHIP[chip % CHIP.length]}`, plate, pot, { at: motion.at + chip * 42, ms: motion.ms, wide: 0.2, shape: [44, 30], easing: OUT, fades: false, back: way === 'out' });
    }
  }

  private fly(href: string, plate: HTMLElement, pot: Point, how: { at: number; ms: number; wide: number; shape: [number, number]; easing: string; fades: boolean; back?: boolean }): void {
    const box = plate.getBoundingClientRect();
    const stage = this.stage.getBoundingClientRect();
    const wide = box.width * how.wide;
    const high = (wide * how.shape[1]) / how.shape[0];
    const made = flying(this.stage, href, wide, high, `0 0 ${how.shape[0]} ${how.shape[1]}`);
    const at = (point: Point) => `translate(${point.x - stage.left - wide / 2}px, ${point.y - stage.top - high / 2}px)`;
    const ends = [at(centre(box)), at(pot)];
    if (how.back) ends.reverse();
    this.run(made, [{ transform: ends[0]!, opacity: 0 }, { transform: ends[0]!, opacity: 1, offset: 0.01 }, { transform: ends[1]!, opacity: how.fades ? 0 : 1 }], { delay: how.at, duration: how.ms, easing: how.easing }, true);
  }
}

const CHIP = [500, 100, 2500] as const;
