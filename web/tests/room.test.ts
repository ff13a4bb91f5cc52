// The page's side of the socket: seats from other windows are followed, a lost connection is known and comes back.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ServerFrame } from '../src/lib/protocol';
import { room } from '../src/lib/room.svelte';
import { handView, tableState } from './samples';

class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = 1;
  sent: { type: string; table?: string; id: string }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  constructor() {
    Line.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Line['sent'][0]);
  }
  close(): void {
    this.readyState = 3;
  }
  hear(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  asked(type: string): string[] {
    return this.sent.filter((one) => one.type === type).map((one) => one.table ?? '');
  }
}

const welcome = (...tables: string[]): ServerFrame => ({ type: 'welcome', protocol: 1, player: 'a1', name: 'Ann', roles: ['player'], purse: 0, seats: tables.map((table) => ({ table, kind: 'table', seat: 1 })) });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', () => Promise.resolve({ json: () => Promise.resolve({ account: room.me }) }));
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 0 };
  room.connect();
  Line.last.onopen?.();
});
afterEach(() => {
  room.me = null;
  room.unplugged();
  room.tables = {};
});

describe('own seats', () => {
  it('are followed as soon as the room tells them', () => {
    Line.last.hear(welcome('Sydney', 'Bondi'));
    expect(Line.last.asked('watch')).toEqual(['Sydney', 'Bondi']);
    Line.last.hear({ type: 'snapshot', table: 'Sydney', seq: 1, state: tableState({ hand: handView() }), lines: [] });
    expect(room.due).toEqual([{ table: 'Sydney', turn: 'Sydney/7/31 3' }]);
  });

  it('taken in another window are followed too, once', () => {
    Line.last.hear(welcome());
    const lobby = { type: 'lobby' as const, tables: [], purse: 5, seats: [{ table: 'Manly', kind: 'table' as const, seat: 2 }] };
    Line.last.hear(lobby);
    Line.last.hear(lobby);
    expect(Line.last.asked('watch').filter((table) => table === 'Manly')).toEqual(['Manly']);
    expect(room.seats).toEqual(lobby.seats);
  });
});

describe('a lost connection', () => {
  it('is known at once, and over with the first word of the room', async () => {
    Line.last.hear(welcome());
    expect(room.lost).toBe(false);
    const first = Line.last;
    first.onclose?.();
    expect(room.lost).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(Line.last).not.toBe(first);
    expect(room.lost).toBe(true);
    Line.last.hear(welcome());
    expect(room.lost).toBe(false);
  });

  it('answers what was asked and not answered', async () => {
    Line.last.hear(welcome());
    const answer = room.ask({ type: 'stand', table: 'Sydney' });
    Line.last.onclose?.();
    expect((await answer)?.code).toBe('offline');
  });

  it('is found out where the room falls silent', async () => {
    Line.last.hear(welcome());
    void room.ask({ type: 'stand', table: 'Sydney' });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(room.lost).toBe(true);
  });
});

describe('spectators', () => {
  it('who are sent away see the table no longer, and are told why', () => {
    room.watch('Sydney');
    Line.last.hear({ type: 'snapshot', table: 'Sydney', seq: 1, state: tableState({ hand: handView(), your_seat: 0 }), lines: [] });
    expect(room.tables['Sydney']).toBeDefined();
    const error = { code: 'no-spectators', rule: ['nsw-poker 26.11.4'], phrase: 'the floor has sent spectators away from Sydney', legal: [] };
    Line.last.hear({ type: 'watch-ended', table: 'Sydney', error });
    expect(room.tables['Sydney']).toBeUndefined();
    expect(room.absent['Sydney']).toEqual(error);
    expect(room.isLookedAt('Sydney')).toBe(false);
  });
});
