// One's turn: what the buttons say is what they send, a slip sends nothing, and the dear choices ask first.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { HandView } from '../src/lib/protocol';
import { settings } from '../src/lib/settings.svelte';
import ActionBar from '../src/lib/table/ActionBar.svelte';
import { CALL, CHECK, FOLD, handView, offer, RAISE, seatView } from './samples';

const GUARD_MS = 350;

function shown(hand: HandView = handView()) {
  const onact = vi.fn().mockResolvedValue(true);
  const made = render(ActionBar, { hand, seat: 1, big: 200, unit: 50, picked: [], onact });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  vi.advanceTimersByTime(GUARD_MS);
  return { onact, user, ...made };
}

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = () => screen.getByRole<HTMLInputElement>('textbox');
const slider = () => screen.getByRole<HTMLInputElement>('slider');
const why = () => document.getElementById('amount-why')!.textContent;

async function fill(user: ReturnType<typeof userEvent.setup>, text: string): Promise<void> {
  await user.clear(field());
  if (text) await user.type(field(), text);
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.inBlinds = false;
  settings.confirmAllIn = settings.confirmFold = true;
});
afterEach(() => (settings.inBlinds = false));

describe('a typed amount', () => {
  it.each(['abc', '20,5', '3.333', '12.345', '12,50', '', '1', '3.99', '200.50', '99999', '-4', '8.30'])('%j rests the button and says why', async (text) => {
    const { onact, user, component } = shown();
    await fill(user, '8');
    await fill(user, text);
    const raise = button(/^Raise to/);
    expect(raise.disabled).toBe(true);
    expect(raise.textContent).not.toMatch(/\$/);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(why()).toMatch(/From \$4/);
    await user.click(raise);
    await user.type(field(), '{Enter}');
    component.press('raise');
    await user.tab();
    await user.click(raise);
    expect(field().value).toBe(text);
    expect(onact).not.toHaveBeenCalled();
  });

  it.each([['4', 400], ['8.50', 850], ['199.50', 19_950]])('%j is sent as it is', async (text, amount) => {
    const { onact, user } = shown();
    await fill(user, text);
    await user.type(field(), '{Enter}');
    expect(onact).toHaveBeenCalledWith('raise', amount, []);
  });

  it('stays when the same turn is told again, as after time was bought', async () => {
    const { user, rerender } = shown(handView({ offers: [FOLD, CALL, RAISE, offer('time', { most: 20, amount: 200 })] }));
    await fill(user, '11');
    await rerender({ hand: handView({ offers: [FOLD, CALL, RAISE] }) });
    expect(field().value).toBe('11');
    expect(button(/^Raise to \$11/)).toBeTruthy();
  });

  it('is forgotten in the next turn', async () => {
    const { user, rerender } = shown();
    await fill(user, 'abc');
    await rerender({ hand: handView({ turn: 4 }) });
    expect(field().value).toBe('4');
    vi.advanceTimersByTime(GUARD_MS);
    await tick();
    expect(button(/^Raise to \$4/).disabled).toBe(false);
  });
});

describe('amounts in big blinds', () => {
  beforeEach(() => (settings.inBlinds = true));

  it('have one unit on the button, in the field and in the reason', async () => {
    const { onact, user } = shown();
    expect(button(/^Raise to 2 BB/)).toBeTruthy();
    expect(field().value).toBe('2');
    expect(screen.getByLabelText('Amount in big blinds')).toBe(field());
    expect(document.body.textContent).not.toMatch(/\$/);
    await fill(user, '1');
    expect(why()).toBe('From 2 BB to 100 BB.');
    await fill(user, '2.5');
    expect(button(/^Raise to 2\.5 BB/)).toBeTruthy();
    await user.type(field(), '{Enter}');
    expect(onact).toHaveBeenCalledWith('raise', 500, []);
  });

  it.each(['2.1', 'abc', '$4', '2,5'])('refuse %j', async (text) => {
    const { user } = shown();
    await fill(user, text);
    expect(button(/^Raise to/).disabled).toBe(true);
  });

  it('change with the setting, within a turn', async () => {
    shown();
    settings.inBlinds = false;
    await tick();
    expect(field().value).toBe('4');
    expect(button(/^Raise to \$4/)).toBeTruthy();
  });
});

describe('presets and steps', () => {
  it('fill the amount and never send it', async () => {
    const { onact, user } = shown();
    for (const [name, value] of [['All-in', '200'], ['Min', '4'], ['3 BB', '6'], ['½ pot', '4.50']] as const) {
      await user.click(button(name));
      expect(field().value).toBe(value);
    }
    expect(onact).not.toHaveBeenCalled();
  });

  it('go by a big blind with keys, buttons and wheel, and end at the limits', async () => {
    const { user, component } = shown();
    slider().focus();
    await user.keyboard('{ArrowUp}{ArrowRight}');
    expect(field().value).toBe('8');
    await user.click(button('less'));
    component.press('less');
    component.press('less');
    await tick();
    expect(field().value).toBe('4');
    component.wheel(new WheelEvent('wheel', { deltaY: -1 }));
    await tick();
    expect(field().value).toBe('6');
  });
});

describe('dear choices', () => {
  it('ask before all-in, and the key that asked is no answer', async () => {
    const { onact, user } = shown();
    await user.click(button('All-in'));
    for (const place of [field(), slider()]) {
      place.focus();
      await user.keyboard('{Enter}');
      const question = screen.getByRole('alertdialog');
      expect(question.textContent).toContain('All-in for $200?');
      expect(onact).not.toHaveBeenCalled();
      await user.click(button('No'));
    }
    await user.click(button(/^Raise to \$200/));
    await user.click(button('Yes, all-in'));
    expect(onact).toHaveBeenCalledExactlyOnceWith('raise', 20_000, []);
  });

  it('ask before a call of the whole stack', async () => {
    const { onact, user } = shown(handView({ seats: [seatView({ stack: 200 })] }));
    await user.click(button(/^Call \$2/));
    expect(onact).not.toHaveBeenCalled();
    await user.click(button('Yes, call'));
    expect(onact).toHaveBeenCalledExactlyOnceWith('call', 0, []);
  });

  it.each([['a check', CHECK], ['a call of nothing', offer('call', { amount: 0 })]])('ask before folding where %s is free', async (_, free) => {
    const { onact, user } = shown(handView({ offers: [FOLD, free] }));
    await user.click(button(/^Fold/));
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    await user.click(button('No'));
    expect(onact).not.toHaveBeenCalled();
  });

  it('are not asked about where the player has said so', async () => {
    settings.confirmAllIn = settings.confirmFold = false;
    const { onact, user } = shown(handView({ offers: [FOLD, CHECK] }));
    await user.click(button(/^Fold/));
    expect(onact).toHaveBeenCalledWith('fold', 0, []);
  });
});

describe('buttons that have just changed', () => {
  it('ignore clicks for a moment', async () => {
    const { onact, user, rerender } = shown();
    await rerender({ hand: handView({ turn: 5, offers: [FOLD, CALL] }) });
    await user.click(button(/^Fold/));
    expect(onact).not.toHaveBeenCalled();
    vi.advanceTimersByTime(GUARD_MS);
    await tick();
    await user.click(button(/^Fold/));
    expect(onact).toHaveBeenCalledTimes(1);
  });

  it('send once while the room has not answered', async () => {
    const { onact, user } = shown();
    onact.mockReturnValue(new Promise(() => undefined));
    await user.click(button(/^Call/));
    await user.click(button(/^Call/));
    expect(onact).toHaveBeenCalledTimes(1);
  });
});

describe('cards to give', () => {
  const HOLDING = [seatView({ down: ['As', 'Kd', 'Qh', '2c', '3c'] })];

  it('are drawn as they were chosen', async () => {
    const onact = vi.fn().mockResolvedValue(true);
    render(ActionBar, { hand: handView({ offers: [offer('draw', { most: 4 })], seats: HOLDING }), seat: 1, big: 200, unit: 50, picked: [3, 4], onact });
    vi.advanceTimersByTime(GUARD_MS);
    await tick();
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button(/^Draw 2/));
    expect(onact).toHaveBeenCalledWith('draw', 0, ['2c', '3c']);
  });

  it('are as many as must be given up', () => {
    shown(handView({ offers: [offer('discard', { most: 1 })], seats: HOLDING }));
    expect(button(/^Discard 0 of 1/).disabled).toBe(true);
  });
});

describe('a call of nothing', () => {
  // act-stud 11.1: the last blind's free turn in the first round is no check.
  const FREE = handView({ offers: [FOLD, offer('call'), RAISE] });

  it('names no amount', async () => {
    const { onact, user } = shown(FREE);
    expect(button(/^Call/).textContent).not.toContain('$');
    await user.click(button(/^Call/));
    expect(onact).toHaveBeenCalledWith('call', 0, []);
  });

  it('makes folding ask first', async () => {
    const { onact, user } = shown(FREE);
    await user.click(button(/^Fold/));
    expect(screen.getByRole('alertdialog').textContent).toContain('Calling is free');
    expect(onact).not.toHaveBeenCalled();
  });
});
