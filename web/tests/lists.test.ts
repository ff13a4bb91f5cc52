// Lists and seats: what the pages show, and exactly what their buttons send.
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { limitWords, waitWords } from '../src/lib/lists/lists.svelte';
import type { ListView, Lobby, OwnPlace } from '../src/lib/protocol';
import { room } from '../src/lib/room.svelte';
import Board from '../src/views/lists/Board.svelte';
import Brush from '../src/views/lists/Brush.svelte';
import Kiosk from '../src/views/lists/Kiosk.svelte';
import Lists from '../src/views/lists/Lists.svelte';

const sent: [string, Record<string, unknown>][] = [];
let answers: Record<string, unknown> = {};

const list = (more: Partial<ListView> = {}): ListView => ({
  name: 'holdem', title: "Texas Hold'em", limit: 'no limit', blinds: [100, 200], rulebook: 'nsw-poker', going: true, line: [], tables: ['Harbour'], seated: 9, free: 0, seats: 9, hold_s: 300, calls: 'by-itself', wait_ms: 720_000, ...more,
});
const own = (more: Partial<OwnPlace> = {}): OwnPlace => ({ list: 'holdem', place: 2, wait_ms: 720_000, min_stake: 4_000, max_stake: 40_000, blinds: true, ...more });
const lobby = (more: Partial<Lobby> = {}): Lobby => ({ type: 'lobby', purse: 1_000_000, tables: [], lists: [list()], now_ms: Date.now(), ...more });

beforeEach(() => {
  sent.length = 0;
  answers = { '/api/lists/draws': { draws: [] }, '/api/jackpots': { jackpots: [] } };
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 1_000_000 };
  room.ready = true;
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    if (how?.body) sent.push([path, JSON.parse(String(how.body)) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(answers[path] ?? { done: true }) });
  });
});
afterEach(() => {
  room.me = null;
  room.lobby = null;
});

describe('words', () => {
  it('names limits and waits', () => {
    expect(limitWords(list())).toBe('blinds $1/$2, no limit');
    expect(limitWords(list({ blinds: [], ante: 50 }))).toBe('ante $0.50, no limit');
    expect([null, 0, 59_999, 720_000, 5_400_000].map(waitWords)).toEqual(['no estimate yet', 'a seat is free', 'a seat is free', 'about 12 min', 'about 1 h 30']);
  });
});

describe('one’s own page', () => {
  it('joins a list and leaves it', async () => {
    room.lobby = lobby();
    render(Lists);
    await userEvent.click(screen.getByRole('button', { name: /^Join the list of Texas Hold'em/ }));
    expect(sent.at(-1)![0]).toBe('/api/lists/holdem/join');
    room.lobby = lobby({ waiting: [own()] });
    await screen.findByText('Place 2');
    expect(screen.getByText('about 12 min')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Leave the list/ }));
    expect(sent.at(-1)![0]).toBe('/api/lists/holdem/leave');
  });

  it('takes the seat that is kept with a stake within the limits, or passes', async () => {
    room.lobby = lobby({ waiting: [own({ place: 1, offer: 7, table: 'Harbour', seat: 3, until_ms: Date.now() + 290_000, cites: ['nsw-poker 6.3'] })] });
    render(Lists);
    const ready = screen.getByRole('region', { name: 'Your seat is ready' });
    expect(within(ready).getByRole('timer').textContent).toMatch(/^4:5\d$|^4:49$/);
    const stake = within(ready).getByLabelText(/^Stake, \$40 to \$400/);
    await userEvent.clear(stake);
    await userEvent.type(stake, '500');
    expect(within(ready).getByRole<HTMLButtonElement>('button', { name: 'Take the seat' }).disabled).toBe(true);
    await userEvent.clear(stake);
    await userEvent.type(stake, '100');
    await userEvent.click(within(ready).getByRole('button', { name: 'Take the seat' }));
    expect(sent.at(-1)).toEqual(['/api/lists/take', expect.objectContaining({ offer: 7, stake: 10_000, entry: 'wait' })]);
    await userEvent.click(within(ready).getByRole('button', { name: 'Pass' }));
    expect(sent.at(-1)).toEqual(['/api/lists/pass', expect.objectContaining({ offer: 7 })]);
  });
});

describe('the board and the kiosk', () => {
  it('shows who waits and who is called', () => {
    room.lobby = lobby({ lists: [list({ line: [{ name: 'Zoe', via: 'phone', since_ms: 0, table: 'Harbour', seat: 3, until_ms: Date.now() + 60_000 }, { name: 'Yan', via: 'kiosk', since_ms: 0 }] })] });
    render(Board);
    expect(screen.getByRole('region', { name: /^Texas Hold'em/ }).textContent).toMatch(/1 Zoe.*Harbour, seat 3.*2 Yan/s);
    expect(screen.getByRole('region', { name: 'Called' }).textContent).toMatch(/Zoe.*Harbour, seat 3/s);
  });

  it('puts a name on a list and forgets it', async () => {
    room.lobby = lobby();
    render(Kiosk);
    await userEvent.click(screen.getByRole('button', { name: /Texas Hold'em/ }));
    await userEvent.type(screen.getByLabelText('Your name in this room'), 'Zoe');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join the list' }).disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Your code'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Join the list' }));
    expect(sent.at(-1)).toEqual(['/api/lists/holdem/kiosk', expect.objectContaining({ name: 'Zoe', code: '123 456' })]);
    expect((await screen.findByRole('status')).textContent).toContain('Zoe is on the list');
    expect(screen.queryByDisplayValue('Zoe')).toBeNull();
    expect(screen.queryByDisplayValue('123 456')).toBeNull();
  });

  it('asks for no code where a name is enough, and keeps no code after a refusal', async () => {
    room.lobby = lobby({ lists: [list({ kiosk: 'name' }), list({ name: 'omaha', title: 'Omaha' })] });
    render(Kiosk);
    await userEvent.click(screen.getByRole('button', { name: /Texas Hold'em/ }));
    expect(screen.queryByLabelText('Your code')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await userEvent.click(screen.getByRole('button', { name: /Omaha/ }));
    answers['/api/lists/omaha/kiosk'] = { error: { code: 'wrong-code', phrase: 'that code is not the one', rule: ['house 22.16'], legal: [] } };
    await userEvent.type(screen.getByLabelText('Your name in this room'), 'Zoe');
    await userEvent.type(screen.getByLabelText('Your code'), '111111');
    await userEvent.click(screen.getByRole('button', { name: 'Join the list' }));
    await screen.findByText(/that code is not the one/);
    expect(screen.getByLabelText<HTMLInputElement>('Your code').value).toBe('');
  });

  it('shows the own code for a kiosk', async () => {
    answers['/api/lists/code'] = { code: '482193', until_ms: Date.now() + 120_000 };
    room.lobby = lobby();
    render(Lists);
    await userEvent.click(screen.getByRole('button', { name: 'Code for a kiosk' }));
    expect((await screen.findByRole('status')).textContent).toContain('482 193');
  });
});

describe('the brush’s desk', () => {
  it('calls the next to a free seat and takes a name off with a reason', async () => {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) { this.open = true; };
    HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) { this.open = false; };
    const line = [{ name: 'Zoe', player: 'a7', via: 'desk' as const, since_ms: 0 }];
    answers['/api/lists/desk'] = {
      now_ms: Date.now(), lists: [list({ line })], draws: [],
      tables: [{ table: 'Harbour', list: 'holdem', title: "Texas Hold'em", limit: 'no limit', blinds: [100, 200], number: 4, takes: true, live: false, feeds: '', closing: false, seats: [{ seat: 1, name: 'Ann', stake: 20_000 }, { seat: 2 }], claims: { 2: ['Zoe'] } }],
    };
    room.lobby = lobby();
    render(Brush);
    await userEvent.click(await screen.findByRole('button', { name: 'Call Zoe' }));
    expect(sent.at(-1)).toEqual(['/api/lists/call', expect.objectContaining({ table: 'Harbour', seat: 2 })]);
    await userEvent.click(screen.getByRole('button', { name: 'Wish' }));
    await userEvent.clear(screen.getByLabelText(/^Seat, 0/));
    await userEvent.type(screen.getByLabelText(/^Seat, 0/), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Ask for it' }));
    expect(sent.at(-1)).toEqual(['/api/lists/ask-for', expect.objectContaining({ table: 'Harbour', player: 'Ann', what: 'seat', seat: 2 })]);
    await userEvent.click(screen.getByRole('button', { name: 'Off' }));
    await userEvent.type(screen.getByLabelText('Reason, which is on record'), 'gone home');
    await userEvent.click(screen.getByRole('button', { name: 'Take Zoe off the list' }));
    expect(sent.at(-1)).toEqual(['/api/lists/holdem/remove', expect.objectContaining({ player: 'a7', reason: 'gone home' })]);
  });
});
