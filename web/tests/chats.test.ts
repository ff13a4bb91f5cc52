// Chat: only lines that others wrote and nobody has seen are counted, and a reload keeps lines and count.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { chats } from '../src/lib/chats.svelte';
import { room } from '../src/lib/room.svelte';
import Talk from '../src/lib/table/Talk.svelte';

const say = (name: string, text: string) => chats.hear({ type: 'said', table: 'Sydney', name, role: 'player', text });
const tab = () => screen.getByRole('tab', { name: /^Chat/ }).textContent;
const shown = () => render(Talk, { table: 'Sydney', lines: [], number: 1, big: 200 });

beforeEach(() => {
  chats.close();
  chats.open('a1');
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 0 };
});

describe('a line', () => {
  it('that the floor removes is gone, and the others stay', async () => {
    shown();
    chats.hear({ type: 'said', table: 'Sydney', name: 'Bob', role: 'player', text: 'hi', seq: 1, time_ms: 60_000 });
    chats.hear({ type: 'said', table: 'Sydney', name: 'Bob', role: 'player', text: 'you fool', seq: 2, time_ms: 120_000 });
    await userEvent.click(screen.getByRole('tab', { name: /^Chat/ }));
    chats.unhear({ type: 'unsaid', table: 'Sydney', seq: 2 });
    await tick();
    const list = screen.getByRole('list', { name: 'Chat' });
    expect(list.textContent).toContain('hi');
    expect(list.textContent).not.toContain('you fool');
    expect(list.querySelector('time')?.dateTime).toBe('1970-01-01T00:01:00.000Z');
  });

  it('of somebody one has muted is not shown until one reads that person again', async () => {
    shown();
    say('Bob', 'well dealt');
    await userEvent.click(screen.getByRole('tab', { name: /^Chat/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Mute Bob for me' }));
    expect(screen.getByRole('list', { name: 'Chat' }).textContent).not.toContain('well dealt');
    await userEvent.click(screen.getByRole('button', { name: 'Bob: read again' }));
    expect(screen.getByRole('list', { name: 'Chat' }).textContent).toContain('well dealt');
  });
});

describe('unread lines', () => {
  it('are those of others', async () => {
    shown();
    say('Ann', 'hello');
    say('Bob', 'hi');
    await tick();
    expect(tab()).toBe('Chat\u00a0(1)');
  });

  it('are none while the chat is open, and none after it was looked at', async () => {
    shown();
    say('Bob', 'hi');
    await userEvent.click(screen.getByRole('tab', { name: /^Chat/ }));
    expect(tab()).toBe('Chat');
    say('Bob', 'still there?');
    await tick();
    expect(tab()).toBe('Chat');
    expect(screen.getByRole('list', { name: 'Chat' }).textContent).toContain('still there?');
    await userEvent.click(screen.getByRole('tab', { name: 'Log' }));
    expect(tab()).toBe('Chat');
    say('Bob', 'bye');
    await tick();
    expect(tab()).toBe('Chat\u00a0(1)');
  });

  it('and all lines outlive a reload, for the same account', () => {
    say('Bob', 'one');
    chats.see('Sydney');
    say('Bob', 'two');
    const kept = sessionStorage.getItem('openfelt-chats')!;
    chats.close();
    sessionStorage.setItem('openfelt-chats', kept);
    chats.open('a1');
    expect(chats.lines('Sydney').map((one) => one.text)).toEqual(['one', 'two']);
    expect(chats.unread('Sydney', 'Ann')).toBe(1);
    chats.open('b2');
    expect(chats.lines('Sydney')).toEqual([]);
  });

  it('are bounded', () => {
    for (let at = 0; at < 150; at++) say('Bob', String(at));
    expect(chats.lines('Sydney').length).toBe(100);
    chats.see('Sydney');
    expect(chats.unread('Sydney', 'Ann')).toBe(0);
  });
});

describe('what was said before', () => {
  const line = (seq: number, text: string) => ({ type: 'said' as const, table: 'Sydney', name: 'Bob', role: 'player', text, seq });

  it('is told on joining, is not unread, and no line comes twice', async () => {
    shown();
    chats.know({ type: 'chat', table: 'Sydney', lines: [line(4, 'hi'), line(5, 'anyone?')] });
    await tick();
    expect(tab()).toBe('Chat');
    chats.hear(line(5, 'anyone?'));
    chats.hear(line(6, 'bye'));
    await tick();
    expect(tab()).toBe('Chat\u00a0(1)');
    expect(chats.lines('Sydney').map((one) => one.text)).toEqual(['hi', 'anyone?', 'bye']);
  });
});

describe('directions of the floor', () => {
  it('are shown above the log and the chat', async () => {
    const english = { what: 'english', text: 'only English is spoken at the table', cites: ['nsw-poker 26.11.1'] };
    render(Talk, { table: 'Sydney', lines: [], number: 1, big: 200, directions: [english] });
    const listed = () => screen.getByRole('list', { name: 'Directions of the floor' }).textContent;
    expect(listed()).toContain(english.text);
    await userEvent.click(screen.getByRole('tab', { name: /^Chat/ }));
    expect(listed()).toContain(english.text);
  });
});

describe('what is typed', () => {
  it('while a line is on its way stays', async () => {
    let answer: (done: boolean) => void = () => {};
    const tell = vi.spyOn(room, 'tell').mockImplementation(() => new Promise((done) => (answer = done)));
    shown();
    await userEvent.click(screen.getByRole('tab', { name: /^Chat/ }));
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Say something' });
    await userEvent.type(box, 'good{Enter}');
    await userEvent.type(box, ' luck');
    answer(true);
    await tick();
    await tick();
    expect(box.value).toBe('good luck');
    tell.mockRestore();
  });
});
