// After a hand: what may be shown, and when rabbit cards are offered.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import { afterHand, bombVotes, rabbitCards, shownAfter } from '../src/lib/table/afterHand';
import AfterHand from '../src/lib/table/AfterHand.svelte';
import Felt from '../src/lib/table/Felt.svelte';
import OwnSeat from '../src/lib/table/OwnSeat.svelte';
import type { Line } from '../src/lib/protocol';
import { cardNames } from '../src/lib/words';
import { handView, place, seatView } from './samples';

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

const said = (kind: string, cards: string[], seat = 0): Line => ({ seq: 9, kind, phrase: '{cards}', parts: { cards: { cards } }, cites: [], seat });
const HIDDEN = { ...OVER, seats: [{ ...OVER.seats[0]!, down: ['??', '??'] }, OVER.seats[1]!] };

it('lays the cards that a winner shows before the seat, and leaves the others down', () => {
  const one = shownAfter(HIDDEN, [said('CardsShownAfter', ['Ks'], 1)])!;
  expect(one.seats.map((seat) => seat.down)).toEqual([['Ks', '??'], ['??', '??']]);
  const both = shownAfter(HIDDEN, [said('CardsShownAfter', ['Ks'], 1), said('CardsShownAfter', ['Ks', 'As'], 1)])!;
  expect(both.seats[0]!.down).toEqual(['Ks', 'As']);
  expect(shownAfter(OVER, [said('CardsShownAfter', ['Ks'], 1)])!.seats[0]!.down).toEqual(['As', 'Ks']);
  const next = { ...HIDDEN, phase: 'betting' as const };
  expect(shownAfter(next, [said('CardsShownAfter', ['Ks'], 1)])).toBe(next);
});

it('lays the rabbit cards beside the board until the next hand begins', () => {
  const lines = [said('RabbitShown', ['2h', '3h'])];
  expect(rabbitCards(OVER, lines)).toEqual(['2h', '3h']);
  expect(rabbitCards({ ...OVER, phase: 'betting' }, lines)).toEqual([]);
  expect(rabbitCards(OVER, [])).toEqual([]);
  const felt = { seats: 2, places: [], hero: 0, button: 1, big: 200, deck: '52 cards' };
  const { unmount } = render(Felt, { ...felt, hand: OVER, rabbit: ['2h', '3h'] });
  expect(screen.getByRole('group', { name: `Board: ${cardNames(OVER.board)}. Would have come: ${cardNames(['2h', '3h'])}` })).toBeTruthy();
  unmount();
  render(Felt, { ...felt, hand: { ...OVER, board: [] }, rabbit: ['2h'] });
  expect(screen.getByRole('group', { name: `Would have come: ${cardNames(['2h'])}` })).toBeTruthy();
});

it('counts who wants a bomb pot, among the people who play, where the sign asks', () => {
  const places = [place({ seat: 1, wants_bomb: true }), place({ seat: 2 }), place({ seat: 3, bot: true }), place({ seat: 4, status: 'out' })];
  expect(bombVotes({ options: ['bomb_vote'], places })).toEqual({ agree: 1, of: 2 });
  expect(bombVotes({ options: ['bomb_every'], places })).toBeNull();
});

const OWN = { table: 'A', blinds: true, option: null, mucks: false, free: false, moving: false, onchips: () => undefined };

it('asks for a bomb pot, and takes it back', async () => {
  const tell = vi.spyOn(room, 'tell').mockResolvedValue(true);
  const { rerender } = render(OwnSeat, { ...OWN, me: place({ you: true }), bombVote: { agree: 0, of: 2 } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bomb pot next hand (0 of 2)' }));
  expect(tell).toHaveBeenLastCalledWith({ type: 'bomb-vote', table: 'A', agrees: true });
  await rerender({ ...OWN, me: place({ you: true, wants_bomb: true }), bombVote: { agree: 1, of: 2 } });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bomb pot next hand (1 of 2)' }));
  expect(tell).toHaveBeenLastCalledWith({ type: 'bomb-vote', table: 'A', agrees: false });
});

it('ends an auto top-up, and says by which clause one was refused', async () => {
  const tell = vi.spyOn(room, 'tell').mockResolvedValue(true);
  const { rerender } = render(OwnSeat, { ...OWN, me: place({ you: true, top_up: 20_000 }), topsUp: true });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Auto top-up to $200' }));
  expect(tell).toHaveBeenLastCalledWith({ type: 'auto-top-up', table: 'A', to: 0 });
  await rerender({ ...OWN, me: place({ you: true, top_up_off: ['house 27.7', 'house 11.2'] }), topsUp: true });
  expect(screen.getByText(/Auto top-up was refused and is off/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Auto top-up…' })).toBeTruthy();
});
