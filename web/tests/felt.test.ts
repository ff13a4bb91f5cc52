// The middle of the felt: pots of closed rounds, and the bets of this one apart from them.
import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';

import type { HandView } from '../src/lib/protocol';
import Felt from '../src/lib/table/Felt.svelte';
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

describe('a notice', () => {
  it('hangs over the felt until its hour, and then no more', async () => {
    const drawn = { seats: 6, places: [place()], hand: handView(), hero: 1, button: 2, big: 200, deck: '52 cards, 2-A' };
    const { container, rerender } = render(Felt, { ...drawn, notice: 'A new sign has been announced.' });
    expect(container.querySelector('.notice')!.textContent).toBe('A new sign has been announced.');
    await rerender({ ...drawn, notice: '' });
    expect(container.querySelector('.notice')).toBeNull();
  });
});
