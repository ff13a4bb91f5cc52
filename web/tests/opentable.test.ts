// Opening a table on terms: a Freeze Out has one buy-in, a shuffling machine two backs, and what a rulebook lacks is not offered.
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import OpenTable from '../src/lib/OpenTable.svelte';

const GAME = {
  rulebook: 'nsw-poker', game: 'texas-holdem', name: "Texas Hold'em", decks: [{ cards: 52, most: 10 }], least: 2, joker: false, limits: ['no-limit'], forced: ['blinds'], options: [], table_options: [] as { setting: string; label: string; most: number; cites: string[] }[],
  freeze_out: ['nsw-poker 8.10'], restricted: [], shuffler: ['nsw-poker 2.4'],
  usual: { seats: 9, min_stake: 4000, max_stake: 40_000, blinds: [100, 200], limit: { kind: 'no-limit', small: 200 } },
};
const STUD = { ...GAME, rulebook: 'act-stud', freeze_out: [], restricted: ['act-stud 8.1'], shuffler: [] };
const TWO = { ...GAME, rulebook: 'house', game: 'kuhn-poker', name: 'Kuhn Poker', decks: [{ cards: 3, most: 2 }], limits: ['structured'], forced: ['ante'],
  table_options: [{ setting: 'open_all_in', label: 'hands open', most: 0, cites: ['house 27.1'] }, { setting: 'bomb_every', label: 'a bomb pot every so many hands', most: 100, cites: ['house 27.6'] }],
  usual: { seats: 2, deck: 3, min_stake: 4000, max_stake: 40_000, ante: 100, limit: { kind: 'structured', small: 100, big: 100 } } };
const TURNS = [{ game: 'omaha-8', limit: { kind: 'structured', small: 200, big: 400 }, blinds: [100, 200] }, { game: 'razz', limit: { kind: 'structured', small: 200, big: 400 }, ante: 50, bring_in: 100 }];
const MIXED = {
  rulebook: 'nsw-poker', key: 'horse', name: 'HORSE', most: 8, least_hands: 3, turns: ['house 16.2'], choice: ['house 16.6'],
  usual: { game: 'texas-holdem', seats: 8, limit: { kind: 'structured', small: 200, big: 400 }, blinds: [100, 200], rotation: { then: TURNS } },
};
const PEOPLE = [{ id: 'p1', name: 'Ann', guest: false, closed: false }, { id: 'p2', name: 'Gus', guest: true, closed: false }, { id: 'p3', name: 'Zoe', guest: false, closed: true }];
const sent: [string, Record<string, unknown>][] = [];

beforeEach(async () => {
  sent.length = 0;
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    if (how?.body) sent.push([path, JSON.parse(String(how.body)) as Record<string, unknown>]);
    const answer = path === '/api/accounts' ? { accounts: PEOPLE } : path === '/api/games' ? { games: [GAME, STUD, TWO], mixed: [MIXED], pits: [] } : path === '/api/signs' ? { lines: [{ text: 'the sign', cites: [] }], faults: [] } : { table: 'F' };
    return Promise.resolve({ json: () => Promise.resolve(answer) });
  });
  const { container } = render(OpenTable);
  const details = container.querySelector('details')!;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  await screen.findByText('the sign');
});

async function opened(): Promise<Record<string, unknown> | undefined> {
  await userEvent.type(screen.getByLabelText('Name'), 'F');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const order = () => sent.find(([path]) => path === '/api/tables')?.[1]; // the sign may be tried once more behind it
  await waitFor(() => expect(order()).toBeDefined());
  return order();
}

it('opens a Freeze Out with one buy-in, and with real cards a shuffling machine', async () => {
  await userEvent.click(screen.getByRole('checkbox', { name: /a Freeze Out, which I approve/ }));
  expect(screen.queryByLabelText('Most stake $')).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /shuffling machine/ })).toBeNull();
  await userEvent.click(screen.getByLabelText(/dealt by a dealer/));
  await userEvent.click(screen.getByRole('checkbox', { name: /shuffling machine/ }));
  const body = await opened();
  expect(body).toMatchObject({ freeze_out: true, only: '', host: '', backs: ['red', 'blue'] });
  expect(body?.changes).toMatchObject({ min_stake: 4000, max_stake: 4000 });
});

it('asks for whom a table is only where the rulebook keeps tables for a group', async () => {
  expect(screen.queryByRole('textbox', { name: /^Only for/ })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Rulebook'), 'act-stud');
  await userEvent.type(await screen.findByRole('textbox', { name: /^Only for/ }), 'new players');
  expect(screen.queryByRole('checkbox', { name: /Freeze Out/ })).toBeNull();
  expect(await opened()).toMatchObject({ freeze_out: false, only: 'new players', backs: [] });
});

it('offers no more bots than a game for two leaves seats, and no blinds where there are none', async () => {
  expect(screen.getByLabelText('Bots')).toHaveProperty('value', '3');
  await userEvent.selectOptions(screen.getByLabelText('Rulebook'), 'house');
  expect(screen.getByLabelText('Bots')).toHaveProperty('value', '1');
  const body = await opened();
  expect(body).toMatchObject({ game: 'kuhn-poker', bots: 1 });
  expect(body?.changes).toMatchObject({ deck: 3, seats: 2, limit: { kind: 'structured', small: 100, big: 100 } });
  expect(body?.changes).not.toHaveProperty('blinds');
});

it('opens several games in turn, all bets in proportion, and may leave the choice to the button', async () => {
  await userEvent.selectOptions(screen.getByLabelText('Game'), 'HORSE');
  expect(screen.queryByLabelText('Deck')).toBeNull();
  expect(screen.queryByRole('checkbox', { name: /Freeze Out/ })).toBeNull();
  await userEvent.clear(screen.getByLabelText('Small bet $'));
  await userEvent.type(screen.getByLabelText('Small bet $'), '4');
  await userEvent.selectOptions(screen.getByLabelText('Each game lasts'), 'hands');
  await userEvent.click(screen.getByRole('checkbox', { name: /dealer’s choice/ }));
  const body = await opened();
  expect(body).toMatchObject({ game: 'texas-holdem', freeze_out: false });
  expect(body?.changes).toMatchObject({
    seats: 8, limit: { kind: 'structured', small: 400, big: 800 }, blinds: [200, 400],
    rotation: { then: [{ game: 'omaha-8', blinds: [200, 400] }, { game: 'razz', ante: 100, bring_in: 200 }], every: 'hands', count: 8, choice_s: 20 },
  });
});

it('offers no rotation where the rulebook has none', async () => {
  await userEvent.selectOptions(screen.getByLabelText('Rulebook'), 'act-stud');
  expect(screen.queryByRole('option', { name: 'HORSE' })).toBeNull();
});

it('names a host, who has an account, or nobody', async () => {
  const hosts = await screen.findByRole('combobox', { name: /^Host/ });
  expect([...hosts.querySelectorAll('option')].map((one) => one.textContent)).toEqual(['nobody', 'Ann']);
  await userEvent.selectOptions(hosts, 'Ann');
  expect(await opened()).toMatchObject({ host: 'p1' });
  expect((hosts as HTMLSelectElement).value).toBe('');
});

it('offers the options that the rulebook leaves to the sign, each off until it is chosen', async () => {
  expect(screen.queryByRole('group', { name: 'Options' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Rulebook'), 'house');
  const before = await screen.findByRole('checkbox', { name: /hands open/ });
  expect(before).toHaveProperty('checked', false);
  await userEvent.click(before);
  await userEvent.type(screen.getByRole('spinbutton', { name: /a bomb pot/ }), '8', { initialSelectionStart: 0, initialSelectionEnd: 1 });
  expect((await opened())?.changes).toMatchObject({ open_all_in: true, bomb_every: 8 });
});
