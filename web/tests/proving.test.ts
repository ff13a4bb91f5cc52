// Before money or hidden cards the room asks for the password again: the page asks, proves it, and asks once more.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { send } from '../src/lib/asking';
import ProveDialog from '../src/lib/ProveDialog.svelte';
import { room } from '../src/lib/room.svelte';

const FAULT = { code: 'prove-yourself', rule: [], phrase: 'give your password again', legal: [] };
let sent: [string, unknown][] = [];
let isProved = false;

beforeEach(() => {
  sent = [];
  isProved = false;
  HTMLDialogElement.prototype.showModal = function showModal() { this.open = true; };
  vi.stubGlobal('fetch', (path: string, how: { body: string }) => {
    const body = JSON.parse(how.body) as { password?: string };
    sent.push([path, body]);
    if (path === '/api/prove') isProved = body.password === 'right';
    const told = path === '/api/prove' ? (isProved ? { done: true } : { error: { ...FAULT, code: 'bad-login' } }) : isProved ? { done: true } : { error: FAULT };
    return Promise.resolve({ json: () => Promise.resolve(told) });
  });
});

async function answer(press: string, password = ''): Promise<void> {
  const user = userEvent.setup();
  if (password) await user.type(await screen.findByLabelText('Password'), password);
  await user.click(await screen.findByText(press));
}

it('asks again once the password is right', async () => {
  render(ProveDialog);
  const done = send('/api/inspect', { number: 1 });
  await answer('Go on', 'right');
  expect(await done).toEqual({ told: { done: true }, fault: null });
  expect(sent.map(([path]) => path)).toEqual(['/api/inspect', '/api/prove', '/api/inspect']);
});

it('tells why when the password is wrong, and sends nothing when it is not given', async () => {
  render(ProveDialog);
  const wrong = send('/api/inspect', { number: 1 });
  await answer('Go on', 'guess');
  expect((await wrong).fault?.code).toBe('bad-login');
  const left = send('/api/inspect', { number: 1 });
  await answer('Cancel');
  expect((await left).fault?.code).toBe('prove-yourself');
  expect(sent.map(([path]) => path)).toEqual(['/api/inspect', '/api/prove', '/api/inspect']);
});

it('asks whoever has a second factor for its code too', async () => {
  room.me = { id: 'a', name: 'Olga', roles: ['operator'], guest: false, purse: 0, factor: true };
  render(ProveDialog);
  const done = send('/api/inspect', { number: 1 });
  await userEvent.type(await screen.findByLabelText('Code of your device'), '123456');
  await answer('Go on', 'right');
  expect((await done).fault).toBeNull();
  expect(sent[1]).toEqual(['/api/prove', { password: 'right', code: '123456' }]);
  room.me = null;
});
