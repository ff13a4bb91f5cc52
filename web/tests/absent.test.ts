// Pages that have nothing to show: they say why, and offer nothing that cannot work.
import { render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import Office from '../src/views/Office.svelte';
import Replay from '../src/views/Replay.svelte';

const refuse = (status: number, message: string) =>
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response(JSON.stringify({ error: { code: 'no', rule: [], phrase: message, legal: [] } }), { status }))));

afterEach(() => vi.unstubAllGlobals());

describe('a page without anything to show', () => {
  it('of the back office asks for nothing that a guest may not see', () => {
    refuse(403, 'this needs the role operator or inspector');
    room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 0 };
    render(Office, { parts: ['office'] });
    expect(screen.getByRole('alert').textContent).toContain('is for staff: operator, floor or inspector');
    expect(screen.queryByRole('navigation', { name: 'Back office' })).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('of a hand that was never played offers no files and no proof', async () => {
    refuse(404, 'Sydney has no finished hand 99');
    render(Replay, { table: 'Sydney', number: 99 });
    expect((await screen.findByRole('alert')).textContent).toContain('no finished hand 99');
    expect(screen.getAllByRole('link').map((one) => one.textContent)).toEqual(['to the table', 'hand before']);
    expect(screen.queryByRole('button', { name: 'Check the shuffle' })).toBeNull();
  });
});
