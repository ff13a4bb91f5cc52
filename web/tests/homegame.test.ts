// A home game: what the host types is read plainly, one request sets it up, and every button of the host's page sends one note.
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { EventView, HomePlayer, HomeView } from '../src/lib/protocol';
import { room } from '../src/lib/room.svelte';
import { asGame, dueWords, namesFault, namesIn, paymentWords } from '../src/lib/tournament/home';
import { asTyped } from '../src/lib/tournament/newEvent';
import Host from '../src/views/tournament/Host.svelte';
import NewHome from '../src/views/tournament/NewHome.svelte';
import { clock, eventOffer, eventView, move, staffView } from './eventsamples';

const sent: [string, Record<string, unknown>][] = [];
const TEMPLATES = { templates: [
  { key: 'freeze-out', says: 'One stack.', book: 'house', answers: { name: 'Freeze-out', buy_in_cents: 2000, level_minutes: 20, starting_chips: 5000, seats: 9, prizes: [500, 300, 200] } },
  { key: 'satellite', says: 'Entries.', book: 'house', answers: {} },
  { key: 'turbo', says: 'Short levels.', book: 'house', answers: { name: 'Turbo', buy_in_cents: 2000, level_minutes: 6, starting_chips: 5000, seats: 9, prizes: [500, 300, 200] } },
] };

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    if (how?.body) sent.push([path, JSON.parse(String(how.body)) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(path.includes('templates') ? TEMPLATES : { event: 'friday', done: true }) });
  });
  // happy-dom has dialogs, but does not show them.
  HTMLDialogElement.prototype.showModal = function showModal() { this.open = true; };
});

describe('what the host types', () => {
  it('reads names by lines, commas, and numbers in front', () => {
    expect(namesIn('1. Ann\n2) Bob ,  Carl  Lee;\n- Dora\n\n')).toEqual(['Ann', 'Bob', 'Carl Lee', 'Dora']);
    expect(namesIn('7 of Nine')).toEqual(['7 of Nine']);
  });
  it('names who stands there twice, and a game for one', () => {
    expect(namesFault(['Ann', 'ann'])).toContain('ann stands there twice');
    expect(namesFault(['Ann'])).not.toBe('');
    expect(namesFault(['Ann', 'Bob'])).toBe('');
  });
  it('sends what is filled in, in cents and per mille', () => {
    const typed = { ...asTyped({}), name: 'Friday', buy_in_cents: '2.50', prizes: '60, 40' };
    expect(asGame('turbo', typed, '4')).toEqual({ game: { template: 'turbo', name: 'Friday', buy_in_cents: 250, prizes: [600, 400], rebuy_levels: 4 }, faults: {} });
    expect(asGame('turbo', typed, 'x').faults.rebuys).toContain('no level');
  });
  it('says who pays whom', () => {
    expect(paymentWords({ payer: 'Ann', payee: '', cents: 250 })).toBe('Ann pays the bank $2.50');
    expect(['owes $5', 'gets $5', 'even']).toEqual([-500, 500, 0].map((balance_cents) => dueWords({ player: 'A', entered: true, plays: true, balance_cents })));
  });
});

it('sets a game up with one request, and not while a name is missing', async () => {
  render(NewHome);
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Template').options).toHaveLength(2));
  expect(screen.getByLabelText<HTMLInputElement>('Minutes of a level').value).toBe('6');
  await userEvent.click(screen.getByRole('button', { name: 'Set the game up' }));
  expect(sent).toHaveLength(0);
  expect(screen.getByText(/Two players at least/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Players'), 'Ann\nBob');
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Friday');
  await userEvent.click(screen.getByRole('button', { name: 'Set the game up' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject(['/api/home-games', { address: 'friday', players: ['Ann', 'Bob'], game: { template: 'turbo', name: 'Friday', buy_in_cents: 2000, rebuy_levels: 0 } }]);
  expect(location.pathname).toBe('/tournament/friday/host');
});

const player = (name: string, changes: Partial<HomePlayer> = {}): HomePlayer => ({ player: name, entered: true, plays: true, table: 1, seat: 1, owes_cents: 2000, balance_cents: -2000, ...changes });

function hosted(home: Partial<HomeView>, changes: Partial<EventView> = {}): void {
  const players = [player('Ann'), player('Bob', { seat: 2 }), player('Carl', { seat: 3 })];
  room.me = { account: 'o', name: 'Olga', roles: ['operator'], purse: 0 } as never;
  room.knowEvent(eventView({ name: 'friday', clock_only: true, staff: staffView({ home: { players, ...home } }), ...changes }));
  render(Host, { event: 'friday' });
}
const orders = () => sent.filter(([path]) => path === '/api/tournaments/friday/order').map(([, body]) => body.order);

describe('the host’s page', () => {
  it('notes who is out and who won the chips with two taps', async () => {
    hosted({});
    await userEvent.click(screen.getByRole('button', { name: 'Bob is out' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Carl' }));
    await waitFor(() => expect(orders()).toEqual([{ type: 'NoteOut', players: ['Bob'], winner: 'Carl' }]));
    expect(screen.queryByRole('button', { name: /^Re-buy/ })).toBeNull();
  });
  it('offers re-buys and an undo only where there are some', async () => {
    hosted({ rebuys: true, last_note: 'Ann out' });
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Ann out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Re-buy of Ann' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Not said' }));
    await waitFor(() => expect(orders()).toEqual([{ type: 'TakeBack' }, { type: 'NoteBuy', player: 'Ann', what: 're-buy', winner: '' }]));
  });
  it('pauses a clock that runs and starts one that stands', async () => {
    hosted({}, { clock: clock({ runs: false }) });
    await userEvent.click(screen.getByRole('button', { name: 'Start the clock' }));
    await waitFor(() => expect(orders()).toEqual([{ type: 'StartClock' }]));
  });
  it('puts proposed moves on record by their number', async () => {
    const accepts = eventOffer({ kind: 'AcceptMoves', fields: [{ name: 'id', label: 'Which', kind: 'choice', choices: [{ value: 4, label: '1 moves' }] as never }] });
    hosted({}, { moves: [move({ state: 'proposed' })], staff: staffView({ offers: [accepts], home: { players: [player('Ann')] } }) });
    await userEvent.click(screen.getByRole('button', { name: 'They moved' }));
    await waitFor(() => expect(orders()).toEqual([{ type: 'AcceptMoves', id: 4 }]));
  });
  it('notes cash in both directions, in cents', async () => {
    hosted({});
    await userEvent.click(screen.getByRole('tab', { name: 'Money' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cash of Ann' }));
    const amount = screen.getByLabelText<HTMLInputElement>('Dollars');
    expect(amount.value).toBe('20');
    await userEvent.click(screen.getByRole('button', { name: 'Handed to the bank' }));
    await waitFor(() => expect(orders()).toEqual([{ type: 'NoteCash', player: 'Ann', cents: 2000 }]));
    await userEvent.click(screen.getByRole('button', { name: 'Cash of Bob' }));
    await userEvent.clear(amount);
    await userEvent.type(amount, '2.50');
    await userEvent.click(screen.getByRole('button', { name: 'Got from the bank' }));
    await waitFor(() => expect(orders().at(-1)).toEqual({ type: 'NoteCash', player: 'Bob', cents: -250 }));
  });
  it('says how all settle up once it is over', () => {
    hosted({ payments: [{ payer: 'Carl', payee: 'Ann', cents: 2000 }] }, { phase: 'awarded', clock: null });
    expect(screen.getByText('Carl pays Ann $20')).toBeTruthy();
  });
  it('offers the end, and no more notes of players, once one is left', () => {
    hosted({ over: true, rebuys: true, players: [player('Ann')] });
    expect(screen.getByRole('button', { name: 'Finish and award the prizes' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /is out$|^Re-buy/ })).toBeNull();
  });
  it('is nobody else’s', () => {
    hosted({}, { staff: null });
    expect(screen.getByRole('alert').textContent).toContain('Whoever conducts this game');
  });
});
