// The proof of a shuffle is that of the last finished hand; a hand that is played is not asked for.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import { hearTable } from '../src/lib/roots';
import Table from '../src/views/Table.svelte';
import { handView, tableState } from './samples';

let asked: string[] = [];

async function opened(changes: Parameters<typeof tableState>[0]): Promise<void> {
  const state = tableState({ commitment: 'abcd', ...changes });
  hearTable('a1', state, []);
  room.tables = { Sydney: { seq: 1, state, lines: [], at: 0 } };
  render(Table, { table: 'Sydney' });
  await userEvent.click(screen.getByRole('button', { name: 'Shuffle' }));
}

beforeEach(() => {
  asked = [];
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 0 };
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve({ json: () => Promise.resolve([]) });
  });
});

describe('the shuffle', () => {
  it('is that of the hand before, while a hand is played', async () => {
    await opened({ number: 7, hand: handView({ hand_id: 'Sydney/7/31' }) });
    expect(screen.getByRole('dialog', { name: 'The shuffle of hand 6' })).toBeTruthy();
    expect(asked).toEqual(['/api/proofs/Sydney/6']);
  });

  it('is that of the last hand, after it', async () => {
    await opened({ number: 7, hand: handView({ hand_id: 'Sydney/7/31', phase: 'over', to_act: 0, offers: [] }) });
    expect(screen.getByRole('dialog', { name: 'The shuffle of hand 7' })).toBeTruthy();
    expect(asked).toEqual(['/api/proofs/Sydney/7']);
  });

  it('of the first hand shows its root while it is played, and asks the room for nothing', async () => {
    await opened({ number: 1, hand: handView({ hand_id: 'Sydney/1/31' }) });
    const dialog = screen.getByRole('dialog', { name: 'The shuffle of hand 1' });
    expect(dialog.textContent).toContain('is being played');
    expect(dialog.textContent).toContain('abcd');
    expect(asked).toEqual([]);
  });

  it('goes on to the hand that is played without asking for it', async () => {
    await opened({ number: 7, hand: handView({ hand_id: 'Sydney/7/31' }) });
    await userEvent.click(screen.getByRole('button', { name: /after$/ }));
    expect(screen.getByRole('dialog', { name: 'The shuffle of hand 7' }).textContent).toContain('is being played');
    expect(asked).toEqual(['/api/proofs/Sydney/6']);
  });
});
