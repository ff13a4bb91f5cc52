// Pages of jackpots and promotions read themselves again when the room says that something has changed, and only then.
import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import Amount from '../src/lib/jackpot/Amount.svelte';
import { WALL_MS } from '../src/lib/marked.svelte';
import type { JackpotView, Lobby } from '../src/lib/protocol';
import { room } from '../src/lib/room.svelte';
import JackpotList from '../src/views/jackpot/JackpotList.svelte';
import PromotionPage from '../src/views/promotion/PromotionPage.svelte';

let asked: string[] = [];
let answers: Record<string, unknown> = {};

const lobby = (marks: Record<string, string>): Lobby => ({ type: 'lobby', purse: 0, tables: [], marks, now_ms: Date.now() });
const pool = (cents: number) => ({ name: 'P', title: 'Jackpot', phase: 'open', cents, tables: [], events: [], hits: [] }) as unknown as JackpotView;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 0 };
  room.lobby = lobby({ 'jackpot/P': '1 10000', 'promotion/spring': '3' });
  answers = { '/api/jackpots/P': pool(10_000), '/api/jackpots': { jackpots: [pool(10_000)] }, '/api/promotions/spring': { error: { code: 'no-promotion', phrase: 'none', rule: [], legal: [] } } };
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve({ json: () => Promise.resolve(answers[path] ?? {}) });
  });
});
afterEach(() => {
  vi.useRealTimers();
  room.me = null;
  room.lobby = null;
});

const pass = async (ms: number) => { await vi.advanceTimersByTimeAsync(ms); await tick(); };

describe('a page that is told', () => {
  it('reads its jackpot when its mark is another, not when another has changed, and never by the clock', async () => {
    render(Amount, { pool: 'P' });
    await pass(0);
    expect(asked).toEqual(['/api/jackpots/P']);
    await pass(20 * WALL_MS);
    expect(asked.length).toBe(1);
    room.lobby = lobby({ 'jackpot/P': '1 10000', 'jackpot/Q': '9 1', 'promotion/spring': '4' });
    await pass(0);
    expect(asked.length).toBe(1);
    answers['/api/jackpots/P'] = pool(10_025);
    room.lobby = lobby({ 'jackpot/P': '1 10025' });
    await pass(0);
    expect(asked.length).toBe(2);
    expect(document.body.textContent).toContain('$100.25');
  });

  it('reads the list of jackpots when any has changed', async () => {
    render(JackpotList);
    await pass(0);
    expect(asked).toEqual(['/api/jackpots']);
    room.lobby = lobby({ 'jackpot/P': '2 10000' });
    await pass(0);
    expect(asked.length).toBe(2);
  });

  it('reads a promotion when its mark is another', async () => {
    render(PromotionPage, { promotion: 'spring' });
    await pass(0);
    await pass(10 * WALL_MS);
    expect(asked).toEqual(['/api/promotions/spring']);
    expect(screen.getByRole('alert').textContent).toContain('none');
    room.lobby = lobby({ 'promotion/spring': '4' });
    await pass(0);
    expect(asked.length).toBe(2);
  });

  it('reads by the clock on a wall that nobody has logged in to', async () => {
    room.me = null;
    room.lobby = null;
    render(Amount, { pool: 'P' });
    await pass(0);
    await pass(3 * WALL_MS);
    expect(asked.length).toBe(4);
  });
});
