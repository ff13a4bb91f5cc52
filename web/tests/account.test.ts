// One's own account: what each form sends, what it refuses to send, and what it says.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { room, type Me } from '../src/lib/room.svelte';
import Erase from '../src/views/account/Erase.svelte';
import KeepAccount from '../src/views/account/KeepAccount.svelte';
import NewPassword from '../src/views/account/NewPassword.svelte';
import Refill from '../src/views/account/Refill.svelte';
import SecondFactor from '../src/views/account/SecondFactor.svelte';
import Account from '../src/views/Account.svelte';
import Staff from '../src/views/office/Staff.svelte';
import Welcome from '../src/views/Welcome.svelte';

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

const REFILL = { cents: 10_000, every_h: 24, due_ms: 0, now_ms: 5, cites: ['house 35.3'] };

it('fills the purse up, and waits until the next refill is due', async () => {
  answers['/api/account'] = { refill: REFILL };
  answers['/api/account/refill'] = { account: { ...GUEST, purse: 10_000 } };
  render(Refill);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Fill up' });
  expect(button.disabled).toBe(false);
  answers['/api/account'] = { refill: { ...REFILL, due_ms: 5000 } };
  await userEvent.click(button);
  expect(sent.map(([path]) => path)).toEqual(['/api/account/refill']);
  expect(room.me?.purse).toBe(10_000);
  expect(await screen.findByText(/next refill is due/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fill up' }).disabled).toBe(true);
});

it('offers no refill where the house gives none, and none to a full purse', async () => {
  answers['/api/account'] = { refill: { ...REFILL, cents: 0 } };
  const { unmount } = render(Refill);
  await Promise.resolve();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  answers['/api/account'] = { refill: REFILL };
  room.me = { ...GUEST, purse: 10_000 };
  render(Refill);
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Fill up' })).disabled).toBe(true);
});

it('sets a second factor by a first code, and shows the recovery codes once', async () => {
  room.me = { ...GUEST, guest: false };
  answers['/api/account'] = { factor: { set: false, codes_left: 0, required: false } };
  answers['/api/account/factor'] = { secret: 'ABCDEFGH', picture: 'data:image/svg+xml;base64,AA==' };
  answers['/api/account/factor/confirm'] = { recovery: ['11111-22222', '33333-44444'] };
  render(SecondFactor);
  await press('Set a second factor');
  expect(screen.getByText('ABCD EFGH')).toBeTruthy();
  answers['/api/account'] = { factor: { set: true, codes_left: 2, required: false } };
  await userEvent.type(screen.getByLabelText('Code of your device'), '123456');
  await press('Set it');
  expect(sent.at(-1)?.[1]).toMatchObject({ code: '123456' });
  expect(await screen.findByText('33333-44444')).toBeTruthy();
  expect(await screen.findByText(/2 recovery codes are left/)).toBeTruthy();
  expect(room.me.factor).toBe(true);
});

it('says that a code is wrong, and keeps the picture', async () => {
  answers['/api/account/factor'] = { secret: 'ABCD', picture: 'data:image/svg+xml;base64,AA==' };
  answers['/api/account/factor/confirm'] = refused('bad-code', 'this code is not right', ['house 35.4']);
  render(SecondFactor);
  await press('Set a second factor');
  await userEvent.type(screen.getByLabelText('Code of your device'), '000000');
  await press('Set it');
  expect((await screen.findByRole('alert')).textContent).toContain('not right');
  expect(screen.getByRole('img')).toBeTruthy();
});

it('asks for the code at the log-in once the room has said so', async () => {
  history.replaceState(null, '', '/');
  answers['/api/login'] = refused('second-factor', 'give the code');
  render(Welcome);
  await userEvent.click(screen.getByLabelText('Log in'));
  await userEvent.type(screen.getByLabelText('Name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Password'), 'a password');
  expect(screen.queryByLabelText(/Code of your device/)).toBeNull();
  await press('Come in');
  await userEvent.type(await screen.findByLabelText(/Code of your device/), '123456');
  await press('Come in');
  expect(sent.map(([, body]) => body.code)).toEqual([undefined, '123456']);
});

it('takes a link for a new password: no name, one password, one request', async () => {
  history.replaceState(null, '', '/?reset=abc');
  answers['/api/reset'] = refused('code-expired', 'the time of this code is over', ['house 35.2']);
  render(Welcome);
  expect(screen.queryByLabelText('Name')).toBeNull();
  await userEvent.type(screen.getByLabelText('Password'), 'ten letters');
  await press('Set the password');
  expect(sent).toEqual([['/api/reset', { reset: 'abc', password: 'ten letters' }]]);
  expect((await screen.findByRole('alert')).textContent).toContain('is over');
  history.replaceState(null, '', '/');
});

it('lets an operator give somebody a link for a new password, with a reason', async () => {
  answers['/api/accounts'] = { accounts: [{ id: 'b2', name: 'Bea', roles: ['player'], guest: false, closed: false, factor: true }, { id: 'c3', name: 'Cy#1', roles: ['player'], guest: true, closed: false }] };
  answers['/api/accounts/reset-code'] = { link: '/?reset=xyz' };
  render(Staff);
  expect(await screen.findByRole('button', { name: 'End the second factor: Bea' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Make a link for a new password: Cy#1' })).toBeNull();
  await press('Make a link for a new password: Bea');
  await userEvent.type(screen.getByLabelText('Reason'), 'forgotten');
  await press('Make a link for a new password');
  expect(sent.at(-1)).toEqual(['/api/accounts/reset-code', { id: expect.any(String) as string, account: 'b2', reason: 'forgotten' }]);
  expect((await screen.findByLabelText<HTMLInputElement>('Link for a new password')).value).toContain('/?reset=xyz');
});

it('says what binds an account instead of erasing it', async () => {
  answers['/api/account/erasure'] = { bound: ['a seat at Sydney'], sealed: true, purse: 5000, cites: ['house 35.8'] };
  render(Erase);
  await press('Erase this account');
  expect(await screen.findByText('a seat at Sydney')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Erase for good' })).toBeNull();
});

it('erases with the chips given up, and says where an old record keeps the name', async () => {
  answers['/api/account/erasure'] = { bound: [], sealed: false, purse: 5000, cites: ['house 35.8'] };
  const end = vi.spyOn(room, 'end').mockResolvedValue(null);
  render(Erase);
  await press('Erase this account');
  expect(await screen.findByText(/there it stays/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText(/I give up the \$50/));
  await press('Erase for good');
  expect(end).toHaveBeenCalledWith('/api/account/erase', { id: expect.any(String) as string, password: '', give_up: true });
});
