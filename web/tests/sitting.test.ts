// Money that a player types is sent as it was typed, or not at all; the button says what it will send.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import SitDialog from '../src/lib/table/SitDialog.svelte';
import { place, tableState } from './samples';

const NEWCOMER = tableState({ places: [place({ seat: 2, name: 'Bob' })], your_seat: 0 });

function purse(amount: number): void {
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: amount };
}

async function opened(table = NEWCOMER, how: 'sit' | 'topUp' | 'autoTopUp' = 'sit') {
  const tell = vi.spyOn(room, 'tell').mockResolvedValue(true);
  const { component } = render(SitDialog, { table });
  if (how === 'sit') component.sit(3);
  else component[how]();
  await tick();
  return { tell, user: userEvent.setup(), field: screen.queryByLabelText<HTMLInputElement>('Stake in dollars')!, go: () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Sit down|Add|Buy in again|Top up)/ }) };
}

beforeEach(() => purse(1_000_000));

describe('moving to another seat', () => {
  it.each([[['act-stud 17.13']], [['nsw-poker 8.8.4']]])('cites %j, as the table’s book has it', async (cites) => {
    const { component } = render(SitDialog, { table: tableState({ places: [place({ seat: 2, name: 'Ann', you: true })], your_seat: 2, seat_change: cites }) });
    component.move(5);
    await tick();
    expect(screen.getByRole('button', { name: `Rule ${cites[0]}`, hidden: true })).toBeTruthy();
  });

  it('speaks of no blind where there is none', async () => {
    const { component } = render(SitDialog, { table: tableState({ places: [place({ seat: 2, name: 'Ann', you: true })], your_seat: 2, seat_change: [] }) });
    component.move(5);
    await tick();
    expect(screen.getByText('You move between hands and keep your chips.', { exact: false }).textContent).not.toMatch(/blind/);
  });
});

describe('sitting down', () => {
  it.each(['abc', '5', '39.99', '400.50', '99999', '', '20,5', '-50', '3.333', '100.25'])('refuses %j, and says why', async (text) => {
    const { tell, user, field, go } = await opened();
    await user.clear(field);
    if (text) await user.type(field, text);
    expect(go().disabled).toBe(true);
    expect(go().textContent).toBe('Sit down');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby')!)!.textContent).toMatch(/\$40 to \$400|steps of \$0\.50/);
    await user.type(field, '{Enter}');
    expect(field.value).toBe(text);
    expect(tell).not.toHaveBeenCalled();
  });

  it.each([['40', 4000], ['400', 40_000], ['123.50', 12_350], ['$ 99', 9900]])('sends %j as it was typed', async (text, stake) => {
    const { tell, user, field } = await opened();
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
    expect(tell).toHaveBeenCalledWith({ type: 'sit', table: 'Sydney', seat: 3, stake, entry: 'post' });
  });

  it('follows each key on the button', async () => {
    const { user, field, go } = await opened();
    await user.clear(field);
    const said: string[] = [];
    for (const key of '250') {
      await user.type(field, key);
      said.push(`${go().textContent}${go().disabled ? ' (off)' : ''}`);
    }
    expect(said).toEqual(['Sit down (off)', 'Sit down (off)', 'Sit down with $250']);
  });

  it('says that the purse is too small, and offers nothing', async () => {
    purse(3000);
    const { go } = await opened();
    expect(go().disabled).toBe(true);
    expect(screen.getByText(/purse holds \$30; the least stake is \$40/)).toBeTruthy();
  });

  it('starts at an amount that can be sent', async () => {
    const { go } = await opened();
    expect(go().textContent).toBe('Sit down with $220');
    expect(go().disabled).toBe(false);
  });
});

describe('adding chips', () => {
  const SEATED = tableState({ places: [place({ you: true, stack: 10_000 })] });

  it.each(['abc', '0', '300.50', '0.25'])('refuses %j', async (text) => {
    const { tell, user, field, go } = await opened(SEATED, 'topUp');
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
    expect(go().disabled).toBe(true);
    expect(tell).not.toHaveBeenCalled();
  });

  it('sends what the button says', async () => {
    const { tell, user, field, go } = await opened(SEATED, 'topUp');
    expect(go().textContent).toBe('Add $300');
    await user.clear(field);
    await user.type(field, '0.50');
    expect(go().textContent).toBe('Add $0.50');
    await user.click(go());
    expect(tell).toHaveBeenCalledWith({ type: 'top-up', table: 'Sydney', amount: 50 });
  });

  it('counts chips that arrive after the hand', async () => {
    const { go } = await opened(tableState({ places: [place({ you: true, stack: 10_000, queued: 25_000 })] }), 'topUp');
    expect(go().textContent).toBe('Add $50');
  });

  it('says that the stake is at the most the sign allows', async () => {
    const { go } = await opened(tableState({ places: [place({ you: true, stack: 40_000 })] }), 'topUp');
    expect(go().disabled).toBe(true);
    expect(screen.getByText(/most that the sign allows/)).toBeTruthy();
  });

  it('buys in again with the least stake or more after a loss', async () => {
    const { tell, user, field, go } = await opened(tableState({ places: [place({ you: true, stack: 0, needs: 4000 })] }), 'topUp');
    await user.clear(field);
    await user.type(field, '20');
    expect(go().disabled).toBe(true);
    await user.clear(field);
    await user.type(field, '40');
    expect(go().textContent).toBe('Buy in again with $40');
    await user.click(go());
    expect(tell).toHaveBeenCalledWith({ type: 'top-up', table: 'Sydney', amount: 4000 });
  });
});

describe('auto top-up', () => {
  const SEATED = tableState({ places: [place({ you: true, stack: 10_000 })] });

  it.each(['abc', '39.50', '400.50', '100.25'])('refuses %j, which the sign does not allow', async (text) => {
    const { tell, user, field, go } = await opened(SEATED, 'autoTopUp');
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
    expect(go().disabled).toBe(true);
    expect(tell).not.toHaveBeenCalled();
  });

  it.each([['40', 4000], ['400', 40_000]])('sends %j, at the bounds, whatever the purse holds now', async (text, to) => {
    purse(0);
    const { tell, user, field, go } = await opened(SEATED, 'autoTopUp');
    await user.clear(field);
    await user.type(field, text);
    expect(go().textContent).toBe(`Top up to $${text}`);
    await user.click(go());
    expect(tell).toHaveBeenCalledWith({ type: 'auto-top-up', table: 'Sydney', to });
  });
});

describe('sitting down on terms', () => {
  const terms = [{ text: 'nobody joins after that', cites: ['nsw-poker 8.10.3'] }];

  it('asks for agreement to a Freeze Out first, and sends it', async () => {
    const { tell, user, field, go } = await opened(tableState({ places: [], your_seat: 0, terms }));
    expect(screen.getByText(/nobody joins after that/)).toBeTruthy();
    expect(go().disabled).toBe(true);
    await user.type(field, '{Enter}');
    expect(tell).not.toHaveBeenCalled();
    await user.click(screen.getByLabelText('I agree to play on these terms'));
    await user.click(go());
    expect(tell).toHaveBeenCalledWith(expect.objectContaining({ type: 'sit', seat: 3, consent: true }));
  });

  it('asks whether the player belongs to the group that the table is for', async () => {
    const { tell, user, go } = await opened(tableState({ places: [], your_seat: 0, only: 'new players' }));
    expect(go().disabled).toBe(true);
    await user.click(screen.getByLabelText(/for new players only/));
    await user.click(go());
    expect(tell).toHaveBeenCalledWith(expect.objectContaining({ type: 'sit', groups: ['new players'] }));
  });
});
