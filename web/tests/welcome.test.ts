// Coming in: a link says what it makes of whoever uses it, and how long a password must be.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import Welcome from '../src/views/Welcome.svelte';

let asked: [string, unknown][] = [];

function shown(invitation: string, answer: unknown): void {
  asked = [];
  history.replaceState(null, '', invitation ? `/?invitation=${invitation}` : '/');
  vi.stubGlobal('fetch', (path: string, how: { body: string }) => {
    asked.push([path, JSON.parse(how.body)]);
    return Promise.resolve({ json: () => Promise.resolve(answer) });
  });
  render(Welcome);
}

afterEach(() => {
  history.replaceState(null, '', '/');
  room.ownAuthority = false;
});

it('says that the first link makes one the operator, and asks for ten characters', async () => {
  shown('abc', { roles: ['operator'] });
  expect(asked).toEqual([['/api/invitation', { invitation: 'abc' }]]);
  const said = (await screen.findByText('operator')).closest('p')!;
  expect(said.textContent).toBe('This link makes you operator of this room, once. Choose a name and a password of at least 10 characters.');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(password.minLength).toBe(10);
  await userEvent.type(password, 'short');
  expect(document.getElementById('password-hint')!.textContent).toBe('At least 10 characters; 5 more.');
});

it('says at once that a link has been used', async () => {
  shown('old', { error: { code: 'bad-invitation', rule: [], phrase: 'this invitation does not exist or has been used' } });
  expect((await screen.findByRole('alert')).textContent).toContain('has been used');
});

it('says how long a new password must be, and leaves an old one alone', async () => {
  shown('', {});
  expect(screen.queryByLabelText('Password')).toBeNull();
  await userEvent.click(screen.getByLabelText('New account'));
  expect(screen.getByText(/At least 10 characters/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Log in'));
  expect(screen.queryByText(/At least 10 characters/)).toBeNull();
  expect(asked).toEqual([]);
});

it('leads to the page for phones where the room made its own certificate, and nowhere else', () => {
  shown('', {});
  expect(screen.queryByRole('link')).toBeNull();
  room.ownAuthority = true;
  flushSync();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Trust this room' });
  expect(link.getAttribute('href')).toBe('/trust');
  expect(link.target).toBe('_self'); // a page of the server's own, not one of the client's
});

it('learns from the room whether it made its own certificate', async () => {
  for (const own_authority of [true, false]) {
    vi.stubGlobal('fetch', () => Promise.resolve({ json: () => Promise.resolve({ account: null, own_authority }) }));
    await room.start();
    expect(room.ownAuthority).toBe(own_authority);
  }
});

describe('whoever watched a table without a name', () => {
  const come = async (to: string, button: string) => {
    history.replaceState(null, '', `/?to=${encodeURIComponent(to)}`);
    vi.spyOn(room, 'post').mockResolvedValue(null);
    render(Welcome);
    await userEvent.type(screen.getByLabelText('Name'), 'Ann');
    await userEvent.click(screen.getByRole('button', { name: button }));
    return `${location.pathname}${location.search}${location.hash}`;
  };

  it('is back there with one', async () => expect(await come('/table/home-abc', 'Come in')).toBe('/table/home-abc'));
  it('is offered a seat there', async () => expect(await come('/table/home-abc', 'Play now')).toBe('/table/home-abc#sit'));
  it('is led to a table against the house too', async () => expect(await come('/pit/Civic', 'Play now')).toBe('/pit/Civic'));
  it.each(['https://elsewhere.example/table/x', '//elsewhere.example', '/table/../account', '/account', '/table/a\\b'])('is led nowhere else: %s', async (to) => expect(await come(to, 'Come in')).toBe(`/?to=${encodeURIComponent(to)}`));
});
