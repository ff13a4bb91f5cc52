// One's own account: what each form sends, what it refuses to send, and what it says.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { room, type Me } from '../src/lib/room.svelte';
import KeepAccount from '../src/views/account/KeepAccount.svelte';
import NewPassword from '../src/views/account/NewPassword.svelte';
import Account from '../src/views/Account.svelte';

const GUEST: Me = { id: 'a1', name: 'Ann#482', roles: ['player'], guest: true, purse: 5000 };
const sent: [string, Record<string, unknown>][] = [];
let answers: Record<string, unknown> = {};

beforeEach(() => {
  sent.length = 0;
  answers = {};
  room.me = GUEST;
  vi.spyOn(room, 'connect').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', (path: string, how?: { body?: string }) => {
    if (how?.body) sent.push([path, JSON.parse(how.body) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(answers[path] ?? (how ? { done: true } : refused('offline', 'not asked here'))) });
  });
});

const refused = (code: string, phrase: string, rule: string[] = []): unknown => ({ error: { code, rule, phrase, legal: [] } });
const press = (name: string | RegExp): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

it('keeps a guest under the same account, with the name proposed without its number', async () => {
  answers['/api/account'] = { account: { ...GUEST, name: 'Ann', guest: false } };
  render(KeepAccount);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann');
  await userEvent.type(screen.getByLabelText('Password'), 'ten letters');
  await press('Keep this account');
  expect(sent).toEqual([['/api/account', { id: expect.any(String) as string, name: 'Ann', password: 'ten letters' }]]);
  expect(room.me).toMatchObject({ id: 'a1', name: 'Ann', guest: false });
});

it('says why a name is refused, with the clause, and stays a guest', async () => {
  answers['/api/account'] = refused('name-taken', 'the name is taken', ['house 35.1']);
  render(KeepAccount);
  await userEvent.type(screen.getByLabelText('Password'), 'ten letters');
  await press('Keep this account');
  expect((await screen.findByRole('alert')).textContent).toContain('the name is taken');
  expect(screen.getByRole('alert').textContent).toContain('35.1');
  expect(room.me?.guest).toBe(true);
});

it('counts the characters that a new password lacks', async () => {
  render(NewPassword);
  await userEvent.type(screen.getByLabelText('New password'), 'short');
  expect(screen.getByText('At least 10 characters; 5 more.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('New password').minLength).toBe(10);
});

it('shows a guest how to stay, and an account how to change its password', () => {
  const { unmount } = render(Account);
  expect(screen.getByRole('heading', { name: 'Keep this account' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'New password' })).toBeNull();
  unmount();
  room.me = { ...GUEST, guest: false };
  render(Account);
  expect(screen.queryByRole('heading', { name: 'Keep this account' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'New password' })).toBeTruthy();
});
