// The middle of the felt: pots of closed rounds, and the bets of this one apart from them.
import { render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';

import type { HandView } from '../src/lib/protocol';
import Felt from '../src/lib/table/Felt.svelte';
import { spot } from '../src/lib/table/places';
import { handView, place, seatView } from './samples';

function shown(changes: Partial<HandView>) {
  const hand = handView({ seats: [seatView(), seatView({ seat: 2, bet: 500 })], ...changes });
  return render(Felt, { seats: 6, places: [place(), place({ seat: 2, name: 'Bob' })], hand, hero: 1, button: 2, big: 200, deck: '52 cards, 2-A' });
}

describe('the pots', () => {
  it('are told one by one where there are several', () => {
    shown({ pot: 3500, pots: [{ amount: 1800, seats: [1, 2] }, { amount: 1200, seats: [1] }] });
    expect(screen.getByRole('list', { name: 'Pots' }).textContent).toBe('Main $18Side 1 $12');
  });

  it('are one amount in the middle where there is one', () => {
    const { container } = shown({ pot: 1100, pots: [{ amount: 600, seats: [1, 2] }] });
    expect(screen.queryByRole('list', { name: 'Pots' })).toBeNull();
    expect(container.textContent).toContain('$6 in the middle');
  });

  it('are none while every chip is a bet of this round', () => {
    const { container } = shown({ pot: 500, pots: [] });
    expect(screen.queryByRole('list', { name: 'Pots' })).toBeNull();
    expect(container.textContent).not.toContain('in the middle');
  });
});

describe('one’s own hand', () => {
  const aces = [{ phrase: 'pair of {rank}', parts: { rank: { phrase: 'aces' } } }];
  const felt = (seat: Partial<HandView['seats'][number]>, hero = 1) =>
    render(Felt, { seats: 6, places: [place({ you: hero === 1 })], hand: handView({ seats: [seatView(seat)], to_act: 2 }), hero, button: 2, big: 200, deck: '52 cards, 2-A' }).container;
  const words = (...told: Parameters<typeof felt>) => felt(...told).querySelector('.words')?.textContent;

  it('is named while it is played, beside the plate and to whoever listens', () => {
    expect(words({ made: aces })).toBe('You have pair of aces');
    expect(screen.getByRole('group', { name: /pair of aces/ })).toBeTruthy();
  });

  it('is named once it is shown, and not before it is a hand', () => {
    expect(words({ words: aces })).toBe('You have pair of aces');
    expect(words({ made: [] })).toBeUndefined();
  });

  it('is named by both halves where there are two', () => {
    expect(words({ words: [{ phrase: 'two pair' }, { phrase: 'eight low' }] })).toBe('You have two pair; eight low');
  });

  it('is nobody else’s', () => expect(words({ made: aces }, 0)).toBeUndefined());
});

describe('a free seat', () => {
  it.each([['screen', 'Seat 3 is free'], ['upright', 'Seat 3'], ['sideways', 'Seat 3']] as const)('on a %s says no more than there is room for', (stage, words) => {
    const { container } = render(Felt, { stage, seats: 3, places: [place({ you: true })], hand: handView(), hero: 1, button: 2, big: 200, deck: '52 cards, 2-A' });
    expect([...container.querySelectorAll('.free')].map((one) => one.textContent)).toContain(words);
  });
});

describe('stud', () => {
  const KNOWN = ['3c', 'Ks', '4s'];
  const OPEN = ['Js', '8h', 'Kh', '5c'];
  const drawn = (stage: 'screen' | 'upright' | 'sideways', seats: HandView['seats']) => {
    const places = [place({ you: true }), place({ seat: 2, name: 'Bob' })];
    const { container } = render(Felt, { seats: 6, places, hand: handView({ seats, to_act: 1 }), hero: 1, button: 2, big: 200, deck: '52 cards, 2-A', stage });
    const rows = (seat: number) => [...container.querySelectorAll<HTMLElement>(`[data-seat="${seat}"] .row`)].map((one) => [one.style.getPropertyValue('--w'), one.style.getPropertyValue('--step')].map(Number) as [number, number]);
    return { own: rows(1), other: rows(2) };
  };
  const across = (rows: [number, number][], counts: number[]) => rows.reduce((sum, [wide, step], at) => sum + wide + (counts[at]! - 1) * step, 4);

  it.each([['screen', 436], ['upright', 388], ['sideways', 345]] as const)('shows the index of every open card, one’s own and another’s: %s', (stage, room) => {
    const { own, other } = drawn(stage, [seatView({ down: KNOWN, up: OPEN }), seatView({ seat: 2, down: ['??', '??', '??'], up: OPEN })]);
    for (const [wide, step] of [...own, other[1]!]) expect(step / wide).toBeGreaterThanOrEqual(0.459);
    expect(across(own, [3, 4])).toBeLessThanOrEqual(room);
    const [, up] = other;
    expect(3 * other[0]![1] + up![0] + 3 * up![1]).toBeLessThanOrEqual(stage === 'screen' ? 212 : 126); // no wider than the edge of the stage allows
  });

  it.each(['screen', 'upright', 'sideways'] as const)('shows the open cards of a hand that was given up smaller than any that plays: %s', (stage) => {
    const { other: alive } = drawn(stage, [seatView({ down: KNOWN, up: OPEN }), seatView({ seat: 2, down: ['??', '??'], up: ['Js', '8h'] })]);
    const { other: dead } = drawn(stage, [seatView({ down: KNOWN, up: OPEN }), seatView({ seat: 2, status: 'folded', down: ['??', '??'], up: ['Js', '8h'] })]);
    expect(dead).toHaveLength(1);
    const [wide, step] = dead[0]!;
    expect(wide).toBeLessThan(alive[1]![0]);
    expect(step).toBeLessThan(wide);
    expect(step / wide).toBeGreaterThanOrEqual(0.459);
  });

  it.each([['screen', 252], ['upright', 132], ['sideways', 140]] as const)('keeps seven open cards of another on the stage: %s', (stage, room) => {
    const { other } = drawn(stage, [seatView({ down: KNOWN, up: OPEN }), seatView({ seat: 2, down: KNOWN, up: OPEN })]);
    for (const [wide, step] of other) expect(step / wide).toBeGreaterThanOrEqual(0.459);
    expect(across(other, [3, 4])).toBeLessThanOrEqual(room);
  });
});

describe('a hand on two boards', () => {
  it('is not named by the first of them, and no card is lit', () => {
    const second = ['4h', 'Ts', 'Jh', '4d', 'Kd'];
    const seats = [seatView({ shown: true, words: [{ phrase: 'ace high' }], used: ['As', 'Kd'] }), seatView({ seat: 2, shown: true, words: [{ phrase: 'two pair' }], used: ['Qh', 'Qc'], down: ['Qh', 'Qc'] })];
    const hand = handView({ phase: 'over', board: ['Ac', '6d', 'Jc', '9c', '3s'], second, seats, to_act: 0 });
    const { container } = render(Felt, { seats: 6, places: [place({ you: true }), place({ seat: 2, name: 'Bob' })], hand, hero: 1, button: 2, big: 200, deck: '52 cards, 2-A', wins: [{ seat: 1, amount: 3800, part: '' }, { seat: 2, amount: 3800, part: '' }] as never });
    expect([...container.querySelectorAll('.did')].map((one) => one.textContent)).toEqual(['+$38', '+$38']);
    expect(container.querySelector('.words')).toBeNull();
    expect(container.querySelectorAll('.dim, .raised')).toHaveLength(0);
  });
});

describe('shown cards at the head of the table', () => {
  it.each([['screen', 92, 28], ['upright', 38, 21], ['sideways', 44, 21]] as const)('stay off the bar above the stage: %s', (stage, y, half) => {
    const seats = [seatView({ down: ['??', '??'] }), seatView({ seat: 4, down: ['As', 'Kd'] })];
    const { container } = render(Felt, { seats: 6, places: [place(), place({ seat: 4, name: 'Dee' })], hand: handView({ seats, to_act: 1 }), hero: 1, button: 2, big: 200, deck: '52 cards, 2-A', stage });
    expect(spot(stage, 3, 6).y).toBe(y);
    const wide = Number(container.querySelector<HTMLElement>('[data-seat="4"] .row')!.style.getPropertyValue('--w'));
    const high = wide * 1.4 + half - 14; // from the middle of the plate up, as far as they stand out of it
    expect(high).toBeLessThanOrEqual(y + (stage === 'screen' ? 0 : 10));
    expect(wide).toBeGreaterThan(24);
  });
});

describe('bets on a phone', () => {
  it.each([['upright', 140, 204], ['sideways', 97, 127]] as const)('lie clear of the pot’s words and of the board: %s', (stage, pot, board) => {
    const head = spot(stage, 3, 6);
    const beside = Math.abs(head.x + head.betX) >= 60 && Math.abs(head.y + head.betY - pot) > 12;
    expect(beside).toBe(true);
    if (stage === 'upright') return;
    const side = spot(stage, 4, 6); // the upper right
    expect(side.y + side.betY < board - 12 || side.x + side.betX > 170).toBe(true);
  });
});

const STILL = vi.hoisted(() => ({ moves: true }));
vi.mock('../src/lib/table/motion.svelte', () => ({ mayMove: () => STILL.moves }));

describe('the shares of open hands', () => {
  const FLOP = ['Js', '7d', '4s'];
  const shares = (board: number, one: number) => ({ board, shares: [{ seat: 1, per_mille: one }, { seat: 2, per_mille: 1000 - one }] });
  const hand = (board: string[]) => handView({ board, to_act: 0, seats: [seatView({ status: 'all-in' }), seatView({ seat: 2, down: ['Qh', 'Qc'], status: 'all-in' })] });
  const drawn = (board: string[], one: number) => ({ seats: 6, places: [place(), place({ seat: 2, name: 'Bob' })], hand: hand(board), hero: 1, button: 2, big: 200, deck: '52 cards, 2-A', shares: shares(board.length, one) });
  const seen = (container: HTMLElement) => [...container.querySelectorAll('.share')].map((one) => one.textContent);

  it('change when the card that makes them has been turned, not before', async () => {
    STILL.moves = true;
    const turned: (() => void)[] = [];
    Element.prototype.animate ??= vi.fn();
    vi.spyOn(Element.prototype, 'animate').mockImplementation(() => ({ playState: 'running', finish: () => undefined, finished: new Promise<void>((done) => turned.push(done)) }) as never);
    const { container, rerender } = render(Felt, drawn(FLOP, 540));
    expect(seen(container)).toEqual(['54 %', '46 %']);
    await rerender(drawn([...FLOP, '2h'], 340));
    expect(turned.length).toBeGreaterThan(0);
    expect(container.querySelectorAll('.board .card')).toHaveLength(4);
    expect(seen(container)).toEqual(['54 %', '46 %']);
    for (const done of turned) done();
    await vi.waitFor(() => expect(seen(container)).toEqual(['34 %', '66 %']));
  });

  it.each(['screen', 'upright', 'sideways'] as const)('stand on the stage at its head too: %s', (stage) => {
    STILL.moves = false;
    const { container } = render(Felt, { ...drawn(FLOP, 540), seats: 2, stage });
    const [own, head] = [...container.querySelectorAll<HTMLElement>('.share')].map((one) => Number(one.style.getPropertyValue('--y')));
    expect(own).toBeGreaterThan(250);
    expect(head).toBeGreaterThanOrEqual(12);
  });

  it('change at once where nothing moves', async () => {
    STILL.moves = false;
    const { container, rerender } = render(Felt, drawn(FLOP, 540));
    await rerender(drawn([...FLOP, '2h'], 340));
    expect(seen(container)).toEqual(['34 %', '66 %']);
  });
});

describe('a notice', () => {
  it('hangs over the felt until its hour, and then no more', async () => {
    const drawn = { seats: 6, places: [place()], hand: handView(), hero: 1, button: 2, big: 200, deck: '52 cards, 2-A' };
    const { container, rerender } = render(Felt, { ...drawn, notice: 'A new sign has been announced.' });
    expect(container.querySelector('.notice')!.textContent).toBe('A new sign has been announced.');
    await rerender({ ...drawn, notice: '' });
    expect(container.querySelector('.notice')).toBeNull();
  });
});
