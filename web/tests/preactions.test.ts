// What can be chosen before one's turn: what the rulebook offers there, and nothing that it does not know.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import PreActions from '../src/lib/table/PreActions.svelte';

const labels = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent.trim());

describe('choices in advance', () => {
  it('are to check while nothing is owed', () => {
    render(PreActions, { pre: null, owe: 0, big: 200 });
    expect(labels()).toEqual(['Check / fold', 'Check', 'Call any']);
  });

  it('name what is owed', () => {
    render(PreActions, { pre: null, owe: 150, big: 200 });
    expect(labels()).toEqual(['Fold', 'Call $1.50', 'Call any']);
  });

  it('know no check where the rulebook has none, as in draw poker', () => {
    render(PreActions, { pre: null, owe: 0, big: 200, free: '' });
    expect(labels()).toEqual(['Fold', 'Call any']);
  });

  it('call for nothing where that is what the rulebook knows', () => {
    render(PreActions, { pre: null, owe: 0, big: 200, free: 'call' });
    expect(labels()).toEqual(['Call for nothing / fold', 'Call for nothing', 'Call any']);
  });

  it('are taken back by a second click', async () => {
    render(PreActions, { pre: null, owe: 0, big: 200 });
    const box = screen.getByLabelText<HTMLInputElement>('Call any');
    const user = userEvent.setup();
    await user.click(box);
    expect(box.checked).toBe(true);
    await user.click(box);
    expect(box.checked).toBe(false);
  });
});
