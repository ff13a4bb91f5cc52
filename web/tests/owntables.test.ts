// Private tables: opened within what the operator allows, ended by whoever opened them, and settled up in words.
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import * as asking from '../src/lib/asking';
import OwnTables from '../src/lib/lobby/OwnTables.svelte';
import { room } from '../src/lib/room.svelte';
import OwnTable from '../src/lib/table/OwnTable.svelte';
import { tableState } from './samples';

const ALLOWED = { most: 1, blind: 200, open: [] as string[], games: [{ game: 'texas-holdem', name: 'Texas Hold’em' }] };
const told = (value: unknown) => ({ told: value, fault: null }) as never;

beforeEach(() => {
  vi.restoreAllMocks();
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 0 };
});

it('shows nothing where players open no tables', async () => {
  const read = vi.spyOn(asking, 'read').mockResolvedValue(told({ ...ALLOWED, most: 0 }));
  render(OwnTables);
  await waitFor(() => expect(read).toHaveBeenCalled());
  expect(screen.queryByText(/Private tables/)).toBeNull();
});

it.each([['0.01', true], ['0.02', false], ['2', false], ['2.01', true], ['two', true]])('a last blind of %j is refused: %j', async (text, refused) => {
  vi.spyOn(asking, 'read').mockResolvedValue(told(ALLOWED));
  const send = vi.spyOn(asking, 'send').mockResolvedValue({ told: null, fault: null });
  render(OwnTables);
  const field = await screen.findByLabelText('Last blind $');
  await userEvent.clear(field);
  await userEvent.type(field, text);
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Open a private table', hidden: true });
  expect(go.disabled).toBe(refused);
  await userEvent.type(field, '{Enter}');
  expect(send).toHaveBeenCalledTimes(refused ? 0 : 1);
});

it('sends the game, its blind, its seats and its options', async () => {
  vi.spyOn(asking, 'read').mockResolvedValue(told(ALLOWED));
  const send = vi.spyOn(asking, 'send').mockResolvedValue({ told: null, fault: null });
  render(OwnTables);
  await screen.findByLabelText('Last blind $');
  await userEvent.click(screen.getByLabelText('rabbit cards'));
  await userEvent.click(screen.getByLabelText('time bank of 60 seconds'));
  await userEvent.click(screen.getByRole('button', { name: 'Open a private table', hidden: true }));
  expect(send).toHaveBeenCalledWith('/api/own-tables', expect.objectContaining({ game: 'texas-holdem', blind: 200, seats: 6, options: { rabbit: true, time_bank: 60 } }));
});

it('says that one has as many open as allowed', async () => {
  vi.spyOn(asking, 'read').mockResolvedValue(told({ ...ALLOWED, open: ['home-abc'] }));
  render(OwnTables);
  expect(await screen.findByText(/as many tables open as a player may have: 1/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'home-abc', hidden: true }).getAttribute('href')).toBe('/table/home-abc');
});

const SETTLING = { owner: 'Ann', yours: true, closed: true, rounds: 3, players: [{ name: 'Bob', you: false, cents: 150 }, { name: 'Ann', you: true, cents: -150 }], payments: [{ from: 'Ann', to: 'Bob', cents: 150 }], cites: ['house 17.4'] };

it('tells who pays whom', async () => {
  vi.spyOn(asking, 'read').mockResolvedValue(told(SETTLING));
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  render(OwnTable, { table: 'home-abc', owner: 'Ann' });
  await userEvent.click(screen.getByRole('button', { name: 'Settle up' }));
  expect(await screen.findByText('Ann pays Bob $1.50')).toBeTruthy();
  expect(screen.getByText('+$1.50')).toBeTruthy();
  expect(screen.getByText(/3 hands; the game is over/)).toBeTruthy();
});

it('lets only whoever opened it end the game', async () => {
  vi.spyOn(asking, 'read').mockResolvedValue(told(SETTLING));
  const send = vi.spyOn(asking, 'send').mockResolvedValue(told({ done: true }));
  const { unmount } = render(OwnTable, { table: 'home-abc', owner: 'Bob' });
  expect(screen.queryByRole('button', { name: 'End the game' })).toBeNull();
  unmount();
  render(OwnTable, { table: 'home-abc', owner: 'Ann' });
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  await userEvent.click(screen.getByRole('button', { name: 'End the game' }));
  expect(send).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'End after this hand', hidden: true }));
  expect(send).toHaveBeenCalledWith('/api/own-tables/home-abc/end', expect.anything());
});

it('shows that the link is copied, or the link itself where a browser refuses', async () => {
  vi.spyOn(asking, 'read').mockResolvedValue(told(SETTLING));
  const opened = vi.fn();
  HTMLDialogElement.prototype.showModal = opened;
  const write = vi.fn().mockRejectedValueOnce(new Error('refused')).mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
  render(OwnTable, { table: 'home-abc', owner: 'Ann' });
  await userEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(opened).toHaveBeenCalledOnce();
  expect(screen.getByLabelText<HTMLInputElement>('Whoever has it may sit down').value).toBe(`${location.origin}/table/home-abc`);
  await userEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByRole('button', { name: 'Link copied' })).toBeTruthy();
});

it('is called by whoever opened it wherever it is named, as its own name is its link', () => {
  room.tables = { 'home-abc': { seq: 1, state: tableState({ table: 'home-abc', owner: 'Ann' }), lines: [], at: 0 }, Sydney: { seq: 1, state: tableState({ table: 'Sydney', owner: '' }), lines: [], at: 0 } };
  expect([room.nameOf('home-abc'), room.nameOf('Sydney'), room.nameOf('elsewhere')]).toEqual(['Table of Ann', 'Sydney', 'elsewhere']);
  room.tables = {};
});
