// After a hand: what may be shown, and when rabbit cards are offered.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import { afterHand } from '../src/lib/table/afterHand';
import AfterHand from '../src/lib/table/AfterHand.svelte';
import { handView, seatView } from './samples';

const OVER = handView({ phase: 'over', outcome: 'sole survivor', board: ['Js', '7d', '4s'], seats: [seatView({ seat: 1, down: ['As', 'Ks'], shown: false }), seatView({ seat: 2, down: ['??', '??'], status: 'folded', shown: false })] });
const WON = [{ seat: 1 }];

it('lets a winner whose cards nobody saw show them, where the sign has it', () => {
  expect(afterHand({ options: ['show_after'] }, OVER, 1, WON)).toEqual({ show: ['As', 'Ks'], rabbit: false });
  expect(afterHand({ options: [] }, OVER, 1, WON).show).toEqual([]);
  expect(afterHand({ options: ['show_after'] }, OVER, 2, WON).show).toEqual([]);
  expect(afterHand({ options: ['show_after'] }, { ...OVER, phase: 'betting' }, 1, WON).show).toEqual([]);
  const seen = { ...OVER, seats: [{ ...OVER.seats[0]!, shown: true }, OVER.seats[1]!] };
  expect(afterHand({ options: ['show_after'] }, seen, 1, WON).show).toEqual([]);
});

it('offers rabbit cards to whoever was in the hand, once it is over without the whole board', () => {
  expect(afterHand({ options: ['rabbit'] }, OVER, 2, WON).rabbit).toBe(true);
  expect(afterHand({ options: ['rabbit'] }, OVER, 0, WON).rabbit).toBe(false);
  expect(afterHand({ options: ['rabbit'] }, { ...OVER, outcome: 'showdown' }, 2, WON).rabbit).toBe(false);
  expect(afterHand({ options: ['rabbit'] }, { ...OVER, phase: 'betting' }, 2, WON).rabbit).toBe(false);
});

it('shows one card, or both, and asks for the rabbit', async () => {
  const tell = vi.spyOn(room, 'tell').mockResolvedValue(undefined as never);
  render(AfterHand, { table: 'A', after: { show: ['As', 'Ks'], rabbit: true } });
  await userEvent.click(screen.getByRole('button', { name: /Show.*ace of spades/i }));
  expect(tell).toHaveBeenLastCalledWith({ type: 'show-after', table: 'A', cards: ['As'] });
  await userEvent.click(screen.getByRole('button', { name: 'Show both' }));
  expect(tell).toHaveBeenLastCalledWith({ type: 'show-after', table: 'A', cards: ['As', 'Ks'] });
  await userEvent.click(screen.getByRole('button', { name: 'Rabbit cards' }));
  expect(tell).toHaveBeenLastCalledWith({ type: 'rabbit', table: 'A' });
});
