// One fact of an incident: what the desk calls it, the seats and the decisions it offers, and what is sent.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import FactField, { type Fact, type Field } from '../src/lib/FactField.svelte';

function shown(field: Partial<Field>, more: { currency?: 'cash' | 'chips' } = {}): { user: ReturnType<typeof userEvent.setup>; fact: () => Fact } {
  const told: { fact: Fact } = { fact: null };
  const props = {
    ...more,
    field: { name: 'seat', type: 'seat', required: false, ...field } as Field,
    seats: { 1: 'Ann', 2: 'Bob' },
    places: { 1: 'Ann', 2: 'Bob', 7: 'empty' },
    get fact() {
      return told.fact;
    },
    set fact(fact: Fact) {
      told.fact = fact;
    },
  };
  render(FactField, { props });
  return { user: userEvent.setup(), fact: () => told.fact };
}

const options = (name: string) => [...screen.getByLabelText<HTMLSelectElement>(name).options].map((one) => one.textContent);

describe('a fact at the floor desk', () => {
  it('is chosen by the words of a card room and sent as the room knows it', async () => {
    const { user, fact } = shown({ name: 'what', type: 'words', label: 'Direction', words: ['english', 'silence', 'apart', 'spectators'] });
    expect(options('Direction')).toEqual(['not said', 'English only', 'silence', 'these players sit apart', 'no spectators']);
    await user.selectOptions(screen.getByLabelText('Direction'), 'no spectators');
    expect(fact()).toBe('spectators');
  });

  it('is a time in minutes, hours or days, never in milliseconds', async () => {
    const { user, fact } = shown({ name: 'shown_ms', type: 'number', label: 'How long the sign has been up' });
    await user.type(screen.getByLabelText('How long the sign has been up'), '20');
    expect(fact()).toBe(1_200_000);
    await user.selectOptions(screen.getByLabelText('How long the sign has been up: unit'), 'hours');
    expect(fact()).toBe(72_000_000);
    await user.clear(screen.getByLabelText('How long the sign has been up'));
    expect(fact()).toBeNull();
  });

  it('is a time in seconds where the room counts those', async () => {
    const { user, fact } = shown({ name: 'seconds', type: 'number', label: 'For how long' });
    await user.type(screen.getByLabelText('For how long'), '1.5');
    expect(fact()).toBe(90);
  });

  it('is an amount in dollars, or in whole chips at a table of a tournament', async () => {
    const money = { name: 'amount', type: 'money', label: 'Amount' } as const;
    const cash = shown(money);
    await cash.user.type(screen.getByLabelText('Amount, in dollars'), '12.50');
    expect(cash.fact()).toBe(1_250);
    const chips = shown(money, { currency: 'chips' });
    const field = screen.getByLabelText<HTMLInputElement>('Amount, in chips');
    await chips.user.type(field, '1,500');
    expect(chips.fact()).toBe(1_500);
    await chips.user.type(field, '.5');
    expect(chips.fact()).toBeNull();
    expect(field.checkValidity()).toBe(false);
  });

  it('is called what the desk calls it', () => {
    shown({ name: 'looked', type: 'yes-no', label: 'Has a player looked at the cards?' });
    expect(options('Has a player looked at the cards?')).toEqual(['not said', 'yes', 'no']);
  });

  it('offers the players of the hand', () => {
    shown({});
    expect(options('Seat')).toEqual(['not said', '1 Ann', '2 Bob']);
  });

  it('offers the empty seats too where one can be meant', async () => {
    const { user, fact } = shown({ empty: true });
    await user.selectOptions(screen.getByLabelText('Seat'), '7 empty');
    expect(fact()).toBe(7);
  });

  it('offers the decisions on record and sends the number of one', async () => {
    const { user, fact } = shown({ name: 'of', type: 'number', label: 'Decision under review', choices: [{ value: 41, label: 'hand 3: Kim: settle-dispute' }] });
    await user.selectOptions(screen.getByLabelText('Decision under review'), 'hand 3: Kim: settle-dispute');
    expect(fact()).toBe(41);
  });
});
