// The table's page and what surrounds every page: seats, turns, titles, a lost connection.
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet, tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import LostConnection from '../src/lib/LostConnection.svelte';
import type { TableState } from '../src/lib/protocol';
import { room } from '../src/lib/room.svelte';
import { pageTitle } from '../src/lib/titles';
import TurnAlert from '../src/lib/TurnAlert.svelte';
import Shell from '../src/lib/ui/Shell.svelte';
import Lobby from '../src/views/Lobby.svelte';
import Table from '../src/views/Table.svelte';
import { handView, place, seatView, tableState } from './samples';

let tell: ReturnType<typeof vi.spyOn>;

function told(state: TableState): void {
  room.tables[state.table] = { seq: 1, state, lines: [], at: performance.now() };
}

beforeEach(() => {
  tell = vi.spyOn(room, 'tell').mockResolvedValue(true);
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 1_000_000 };
  room.ready = true;
});
afterEach(() => {
  room.tables = {};
  room.seats = [];
  room.lost = false;
  room.lobby = null;
  document.title = '';
});

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** Whether a button is disabled, by itself or with all that stands around it. */
const rests = (name: RegExp | string) => button(name).disabled || button(name).closest('fieldset')!.disabled;
const shown = (state: TableState) => {
  told(state);
  return render(Table, { table: 'Sydney' });
};

describe('the head of a table', () => {
  it('names the host of a private table, and nobody where there is none', () => {
    const { unmount } = shown(tableState({ host: 'Kim' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/· host Kim$/);
    unmount();
    shown(tableState());
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toMatch(/host/);
  });
});

describe('a player who was moved to another table of a tournament', () => {
  const event = { name: 'harbour', title: 'Harbour', number: 2, level: 1, text: '25 / 50', held: '', area: '' } as unknown as NonNullable<TableState['event']>;

  it('is led there from the table of before', () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
    room.seats = [{ table: 'harbour table 1', kind: 'table', seat: 3, event: 'harbour' }] as never;
    shown(tableState({ places: [place({ seat: 2, name: 'Bob' })], your_seat: 0, event }));
    expect(screen.getByRole('link', { name: 'Go there' }).getAttribute('href')).toBe('/table/harbour%20table%201');
  });

  it('is no more than a watcher at a table of another', () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
    room.seats = [{ table: 'bay table 1', kind: 'table', seat: 3, event: 'bay' }] as never;
    shown(tableState({ places: [place({ seat: 2, name: 'Bob' })], your_seat: 0, event }));
    expect(screen.queryByRole('link', { name: 'Go there' })).toBeNull();
  });
});

describe('the bar of every page', () => {
  it('leads to the tournaments', () => {
    render(Shell, { here: 'lobby', children: createRawSnippet(() => ({ render: () => '<p>page</p>' })) });
    expect(screen.getByRole('link', { name: 'Tournaments' }).getAttribute('href')).toBe('/tournaments');
    expect(screen.getByRole('link', { name: 'Lobby' }).getAttribute('aria-current')).toBe('page');
  });
});

describe('a player who has lost everything', () => {
  const BROKE = tableState({ places: [place({ you: true, stack: 0, needs: 4000 }), place({ seat: 2, name: 'Bob' })] });

  it('is told so, and buys in again from there', async () => {
    shown(BROKE);
    const said = screen.getByText(/no chips left, and are not dealt in until you buy in again/);
    expect(screen.queryByText(/dealt in from the next hand/)).toBeNull();
    await userEvent.click(within(said).getByRole('button', { name: 'Buy in again' }));
    expect(screen.getByRole('dialog', { name: 'Buy in again' })).toBeTruthy();
  });

  it('is told so while the result of the hand still stands', () => {
    shown({ ...BROKE, hand: handView({ phase: 'over', to_act: 0, offers: [], seats: [seatView({ stack: 0, status: 'all-in' })] }) });
    expect(screen.getByText(/no chips left/)).toBeTruthy();
  });

  it('is not told so while all-in', () => {
    shown(tableState({ places: [place({ you: true, stack: 0 })], hand: handView({ to_act: 2, offers: [], seats: [seatView({ stack: 0, status: 'all-in' }), seatView({ seat: 2 })] }) }));
    expect(screen.queryByText(/no chips left/)).toBeNull();
    expect(screen.getByText(/You are all-in/)).toBeTruthy();
  });
});

describe('leaving the seat', () => {
  const PLAYING = tableState({ hand: handView({ to_act: 2, offers: [] }) });

  it('asks while a hand is on, and staying sends nothing', async () => {
    shown(PLAYING);
    await userEvent.click(button('Leave seat'));
    const question = screen.getByRole('dialog', { name: 'Leave Sydney?' });
    expect(tell).not.toHaveBeenCalled();
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(tell).not.toHaveBeenCalled();
    await userEvent.click(button('Leave seat'));
    await userEvent.click(button('Leave after this hand'));
    expect(tell).toHaveBeenCalledExactlyOnceWith({ type: 'stand', table: 'Sydney' });
  });

  it('can be taken back until the hand is over', async () => {
    shown({ ...PLAYING, places: [place({ you: true, leaving: true })] });
    expect(screen.queryByRole('button', { name: 'Leave seat' })).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Stay' })[0]!);
    expect(tell).toHaveBeenCalledExactlyOnceWith({ type: 'stay', table: 'Sydney' });
  });

  it.each([['between hands', null], ['after a hand', handView({ phase: 'over', to_act: 0, offers: [] })]])('does not ask %s', async (_, hand) => {
    shown({ ...PLAYING, hand });
    await userEvent.click(button('Leave seat'));
    expect(tell).toHaveBeenCalledExactlyOnceWith({ type: 'stand', table: 'Sydney' });
  });
});

describe('a draw table', () => {
  it('offers no check in advance', () => {
    shown(tableState({ free: '', hand: handView({ high: 0, to_act: 2, offers: [], seats: [seatView(), seatView({ seat: 2 })] }) }));
    const group = screen.getByRole('group', { name: 'When it is my turn' });
    expect(within(group).getAllByRole('checkbox').map((box) => box.closest('label')!.textContent.trim())).toEqual(['Fold', 'Call any']);
  });
});

describe('a lost connection', () => {
  const MY_TURN = tableState({ hand: handView(), clock: { seat: 1, left_ms: 20_000, whole_ms: 30_000, grace_ms: 60_000 } });

  it('rests every choice at the table, by click and by key, until the room answers', async () => {
    vi.useFakeTimers();
    shown(MY_TURN);
    vi.advanceTimersByTime(400);
    await tick();
    expect(rests(/^Call \$/)).toBe(false);
    room.lost = true;
    await tick();
    expect(rests(/^Call \$/)).toBe(true);
    expect(rests(/^Fold/)).toBe(true);
    screen.getByRole('tab', { name: 'My seat' }).click();
    await tick();
    expect(rests('Add chips')).toBe(true);
    for (const name of ['Leave seat', 'Call the floor']) expect(screen.getAllByRole<HTMLButtonElement>('button', { name })[0]!.disabled).toBe(true);
    expect(document.querySelector('.seat.you .seconds')!.textContent).toBe('80');
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).keyboard('c');
    expect(tell).not.toHaveBeenCalled();
    room.lost = false;
    await tick();
    expect(rests(/^Call \$/)).toBe(false);
  });

  it('is a banner with the time that is left, extended', () => {
    told(MY_TURN);
    room.lost = true;
    render(LostConnection);
    expect(screen.getByRole('alert').textContent).toMatch(/connection is lost.*Your turn at Sydney: 80 s left, 60 s of them because/s);
  });

  it('says to a seated player that the seat is kept', () => {
    room.seats = [{ table: 'Sydney', kind: 'table', seat: 1 }];
    room.lost = true;
    render(LostConnection);
    expect(screen.getByRole('alert').textContent).toMatch(/seat is kept.*more time/);
  });

  it('is not told while all is well', () => {
    render(LostConnection);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('titles', () => {
  it.each([
    ['/', 'Lobby'], ['/lab', 'Lab'], ['/rules', 'Rulebooks'], ['/rules/nsw-poker', 'nsw-poker'], ['/table/Sydney', 'Sydney'], ['/pit/Civic', 'Civic'], ['/replay/Sydney/3', 'Sydney, hand 3'],
    ['/floor', 'Floor desk'], ['/floor/Sydney', 'Floor desk: Sydney'], ['/account', 'Account'], ['/office', 'Back office'], ['/office/people', 'Back office'], ['/nothing', 'No such page'],
  ])('%s is called %s', (path, name) => expect(pageTitle(path.split('/').filter(Boolean))).toBe(`${name} · openfelt`));

  it('tell of a turn at any table, on every page, and go back', async () => {
    const { rerender } = render(TurnAlert, { page: 'Lobby · openfelt' });
    expect(document.title).toBe('Lobby · openfelt');
    told(tableState({ hand: handView() }));
    await tick();
    expect(document.title).toBe('● Your turn · Sydney');
    await rerender({ page: 'Lab · openfelt' });
    expect(document.title).toBe('● Your turn · Sydney');
    told(tableState({ hand: handView({ to_act: 2, offers: [] }) }));
    await tick();
    expect(document.title).toBe('Lab · openfelt');
  });

  it('flash while the page is hidden', async () => {
    vi.useFakeTimers();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    told(tableState({ hand: handView() }));
    render(TurnAlert, { page: 'Lobby · openfelt' });
    const seen = new Set([document.title]);
    for (let second = 0; second < 3; second++) {
      vi.advanceTimersByTime(1000);
      seen.add(document.title);
    }
    expect([...seen].sort()).toEqual(['Lobby · openfelt', '● Your turn · Sydney']);
  });

  it('leave alone a turn that is answered by itself', async () => {
    render(TurnAlert, { page: 'Sydney · openfelt' });
    room.settling.Sydney = true;
    told(tableState({ hand: handView() }));
    await tick();
    expect(document.title).toBe('Sydney · openfelt');
    room.settling.Sydney = false;
  });
});

describe('the lobby', () => {
  it('marks the tables one sits at', () => {
    const table = { rulebook: 'nsw-poker', game: 'omaha', title: 'Omaha', limit: 'no limit', deck: '52 cards', blinds: [1, 2], seats: 6, taken: 2, bots: 1, pot_average: 0, kind: 'table' as const, family: 'board' as const, live: false };
    room.lobby = { type: 'lobby', purse: 0, tables: [{ ...table, table: 'Sydney' }, { ...table, table: 'Bondi' }] };
    room.seats = [{ table: 'Sydney', kind: 'table', seat: 4 }];
    render(Lobby);
    expect(screen.getByRole('link', { name: /^Sydney/ }).textContent).toContain('your seat 4');
    expect(screen.getByRole('link', { name: /^Bondi/ }).textContent).not.toContain('your seat');
  });
});
