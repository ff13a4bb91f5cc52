// Against the house: plain words, dollars for screen readers too, chips as they were typed, and no waiting for oneself.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { choiceWords, type Choice } from '../src/lib/pitwords';
import type { PitState } from '../src/lib/protocol';
import { boxPlace, type PitLayout } from '../src/lib/table/pitlayout';
import { room } from '../src/lib/room.svelte';
import Pit from '../src/views/Pit.svelte';

const choice = (order: Record<string, unknown>, amounts: Choice['amounts'] = null): Choice => ({ order, cites: [], amounts, vary: amounts ? ['amount'] : [], usual: null });
const ANTE = choice({ type: 'Wager', box: 1, spot: 'ante', amount: 0 }, [1000, 50_000, 500]);

function state(changes: Partial<PitState> = {}): PitState {
  return {
    boxes: 7, chips: 50_000, clock: null, commitment: '', names: { a1: 'Ann' }, offers: [ANTE] as unknown as PitState['offers'], rulebook: 'act-holdem', table: 'Civic', title: 'Canberra Casino Hold-em', you: 'a1',
    round: { boxes: [{ blind: false, cards: [], decision: '', declared: false, marker: 0, no: 1, player: '', seated: 'a1', stakes: [], void: false }], community: [], dealer: [], number: 4, outcome: '', phase: 'betting', purses: [], to_act: 0 },
    ...changes,
  };
}

let tell: ReturnType<typeof vi.spyOn>;

async function shown(changes: Partial<PitState> = {}): Promise<void> {
  room.pits = { Civic: { seq: 1, state: state(changes), lines: [], at: performance.now() } };
  render(Pit, { table: 'Civic' });
  vi.advanceTimersByTime(400);
  await tick();
}

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  vi.useFakeTimers();
  tell = vi.spyOn(room, 'tell').mockResolvedValue(true);
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 100_000 };
});
afterEach(() => {
  room.pits = {};
  room.lost = false;
});

describe('choices', () => {
  it.each([
    [ANTE, 'Bet $10 on the ante'],
    [choice({ type: 'Wager', box: 1, spot: 'bonus', amount: 0 }, [500, 5000, 500]), 'Bet $10 on the bonus'],
    [choice({ type: 'Wager', box: 1, spot: 'bet', amount: 0 }, [500, 5000, 500]), 'Bet $10 blind'],
    [choice({ type: 'Withdraw', box: 1, spot: 'ante' }), 'Take back the ante'],
    [choice({ type: 'Withdraw', box: 1, spot: 'bet' }), 'Take back the blind bet'],
    [choice({ type: 'Call', box: 1, amount: 1000 }), 'Call $10'],
    [choice({ type: 'Raise', box: 1, amount: 1000 }), 'Raise $10'],
    [choice({ type: 'Fold', box: 1 }), 'Fold'],
    [choice({ type: 'DeclareBonus', box: 1 }), 'Declare the bonus'],
  ])('%# are said plainly', (offer, words) => expect(choiceWords(offer, 1000)).toBe(words));

  it.each([
    [choice({ type: 'Wager', box: 1, spot: 'bonus', amount: 0 }, [500, 5000, 500]), 'Bet $10 on Pair Plus'],
    [choice({ type: 'Withdraw', box: 1, spot: 'bonus' }), 'Take back Pair Plus'],
    [choice({ type: 'Call', box: 1, amount: 1000 }), 'Play $10'],
    [ANTE, 'Bet $10 on the ante'],
  ])('%# are said as the game has it', (offer, words) => expect(choiceWords(offer, 1000, { words: { bonus: 'Pair Plus', call: 'play' } })).toBe(words));

  it('name another box', () => expect(choiceWords(ANTE, 1000, { elsewhere: true })).toBe('Bet $10 on the ante at box 1'));

  it('say that chips are added where some lie', () => expect(choiceWords(ANTE, 1000, { more: true })).toBe('Add $10 to the ante'));

  it('are dollars to a screen reader, and cents to the room', async () => {
    await shown({ offers: [choice({ type: 'Raise', box: 1, amount: 0 }, [1000, 4000, 1000])] as unknown as PitState['offers'] });
    const slider = screen.getByRole<HTMLInputElement>('slider');
    expect([slider.min, slider.max, slider.step, slider.value, slider.getAttribute('aria-valuetext')]).toEqual(['10', '40', '10', '10', '$10']);
    slider.value = '20';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await tick();
    expect(slider.getAttribute('aria-valuetext')).toBe('$20');
    await user().click(button('Raise $20'));
    expect(tell).toHaveBeenCalledWith({ type: 'pit-act', table: 'Civic', number: 4, order: { type: 'Raise', box: 1, amount: 2000 } });
  });
});

describe('a bonus hand', () => {
  const DECLARE = { ...choice({ type: 'DeclareBonus', box: 1 }), cites: ['act-holdem 10.4'] };
  const CALL = choice({ type: 'Call', box: 1, amount: 2000 });
  const PAYS = [{ name: 'bonus', title: 'Super Aces', cites: ['act-holdem 11.1'], lines: [{ hand: 'pair-of-aces', odds: 7 }] }];
  const dealt = async (met: Record<string, string>) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(JSON.stringify({ layout: { calls: true, words: [], spots: [], pays: PAYS } }))));
    const round = { ...state().round!, phase: 'decision', to_act: 1 };
    round.boxes = [{ ...round.boxes[0]!, player: 'a1', stakes: [{ spot: 'ante', amount: 1000 }, { spot: 'bonus', amount: 500 }] as never }];
    await shown({ offers: [CALL, DECLARE] as unknown as PitState['offers'], round, met });
    await vi.advanceTimersByTimeAsync(400);
  };

  it('is named with what it wins while it can still be declared', async () => {
    await dealt({ bonus: 'pair-of-aces' });
    expect(screen.getByRole('article', { name: 'Bonus' }).textContent).toMatch(/Pair of aces wins \$35.*before you decide, or the bonus is lost/);
    await user().click(button('Declare the bonus'));
    expect(tell).toHaveBeenCalledWith({ type: 'pit-act', table: 'Civic', number: 4, order: { type: 'DeclareBonus', box: 1 } });
  });

  it('that one does not hold is a choice beside the others', async () => {
    await dealt({});
    expect(screen.queryByRole('article', { name: 'Bonus' })).toBeNull();
    expect(button('Declare the bonus')).toBeTruthy();
  });
});

describe('chips on the felt', () => {
  const LAYOUT: PitLayout = { calls: true, words: [{ text: 'The dealer needs a pair of fours or better', cites: ['act-holdem def/Qualify'] }], spots: [{ spot: 'ante', limits: [1000, 50_000, 500] }, { spot: 'bonus', limits: [500, 10_000, 500] }], pays: [{ name: 'bonus', title: 'Super Aces', cites: ['act-holdem 11.1'], lines: [{ hand: 'flush', odds: 20 }, { hand: 'straight', odds: 7 }, { hand: 'pair-of-aces', odds: 7 }] }] };
  beforeEach(() => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(JSON.stringify({ layout: LAYOUT }))));
  });
  const printed = async (changes: Partial<PitState> = {}) => {
    await shown(changes);
    await vi.advanceTimersByTimeAsync(400);
  };

  it('go where they are put, and no further until they are laid', async () => {
    await printed();
    await user().click(screen.getByRole('radio', { name: '$25 chip' }));
    await user().click(button('Ante: put $25 here'));
    await user().click(screen.getByRole('radio', { name: '$5 chip' }));
    await user().click(button('Ante: $25 not laid yet: put $5 here'));
    expect(tell).not.toHaveBeenCalled();
    await user().click(button('Bet $30 on the ante'));
    expect(tell).toHaveBeenCalledWith({ type: 'pit-act', table: 'Civic', number: 4, order: { type: 'Wager', box: 1, spot: 'ante', amount: 3000 } });
  });

  it('are not laid below the least, and the sum is not changed', async () => {
    await printed();
    await user().click(button('Ante: put $5 here'));
    expect(button(/^Bet \$5 on the ante/).disabled).toBe(true);
    expect(button(/^Bet \$5 on the ante/).textContent).toContain('at least $10');
    await user().keyboard('r');
    expect(tell).not.toHaveBeenCalled();
    await user().click(button('Clear'));
    expect(button('Bet $10 on the ante').disabled).toBe(false);
  });

  it('are laid together, the ante first, with the bonus that waits for it', async () => {
    await printed();
    await user().type(screen.getByLabelText('Sum $'), '10');
    expect(screen.queryByRole('button', { name: /^Bonus: put/ })).toBeNull();
    await user().click(button('Ante: put $10 here'));
    await user().click(button('Bonus: put $10 here'));
    await user().click(button('Double'));
    await user().click(button('Lay both: $20 Ante, $20 Bonus'));
    expect((tell.mock.calls as unknown[][]).map(([one]) => (one as { order: { spot: string; amount: number } }).order).map((one) => [one.spot, one.amount])).toEqual([['ante', 2000], ['bonus', 2000]]);
  });

  it.each([['7', /multiples of \$5/], ['x', /is no amount/], ['0', /is no amount/]])('of a sum of %s are none', async (text, why) => {
    await printed();
    await user().type(screen.getByLabelText('Sum $'), text);
    expect(screen.getByText(why)).toBeTruthy();
    expect(button('Ante: put $5 here')).toBeTruthy();
  });

  it('lie beside pay tables, and the line one holds is lit', async () => {
    await printed({ met: { bonus: 'pair-of-aces' } });
    const table = screen.getByRole('region', { name: 'Super Aces pays' });
    expect([...table.querySelectorAll('li')].map((one) => [one.textContent, one.getAttribute('aria-current')])).toEqual([['Flush 20 to 1', null], ['Pair of aces to straight, you hold it 7 to 1', 'true']]);
    expect(screen.getByText(/needs a pair of fours/)).toBeTruthy();
  });
});

describe('boxes', () => {
  it('lie from the right, in the order of the deal; one’s own in the middle', () => {
    expect([1, 4, 7].map((no) => boxPlace(no, 7, 0).x)).toEqual([440, 0, -440]);
    expect([1, 2, 3, 4, 5, 6, 7].map((no) => boxPlace(no, 7, 2).x)).toEqual([204, 0, -204, -344, -440, 440, 344]);
    expect(boxPlace(1, 1, 0)).toEqual({ x: 0, y: 574, scale: 1 });
    expect(boxPlace(3, 6, 3)).toMatchObject({ x: 0, y: 574 });
    expect(boxPlace(1, 12, 0).scale).toBeCloseTo(7 / 12);
  });
});

describe('the deal', () => {
  it('is asked for as soon as it may be', async () => {
    await shown({ may_deal: true });
    await user().click(button('Deal now'));
    expect(tell).toHaveBeenCalledWith({ type: 'pit-deal', table: 'Civic', number: 4 });
  });

  it('waits for those who have not asked', async () => {
    await shown({ asked_deal: ['a1'], names: { a1: 'Ann', b2: 'Bob' } });
    expect(screen.queryByRole('button', { name: 'Deal now' })).toBeNull();
    expect(screen.getByText(/Waiting for Bob/)).toBeTruthy();
  });

  it('cannot be asked for before a wager', async () => {
    await shown();
    expect(screen.queryByRole('button', { name: 'Deal now' })).toBeNull();
  });
});

describe('sitting down', () => {
  const STRANGER = { you: '', names: {}, offers: [], round: { ...state().round!, boxes: [] } };

  it.each([['abc', /is no amount/], ['1001', /purse holds \$1,000/], ['3.333', /is no amount/], ['', /is no amount/]])('with %j is not possible', async (text, why) => {
    await shown(STRANGER);
    const field = screen.getByLabelText<HTMLInputElement>('Chips to sit down with $');
    await user().clear(field);
    if (text) await user().type(field, text);
    for (const sit of screen.getAllByRole<HTMLButtonElement>('button', { name: /^Sit here/ })) expect(sit.disabled).toBe(true);
    expect(document.getElementById('chips-why')!.textContent).toMatch(why);
  });

  it('brings what the button says', async () => {
    await shown(STRANGER);
    await user().clear(screen.getByLabelText('Chips to sit down with $'));
    await user().type(screen.getByLabelText('Chips to sit down with $'), '62.50');
    await user().click(screen.getAllByRole('button', { name: 'Sit here with $62.50' })[2]!);
    expect(tell).toHaveBeenCalledWith({ type: 'pit-join', table: 'Civic', box: 3, stake: 6250 });
  });
});

it('rests while the connection is lost', async () => {
  await shown();
  room.lost = true;
  await tick();
  expect(button('Bet $10 on the ante').closest('fieldset')!.disabled).toBe(true);
  await user().keyboard('r');
  expect(tell).not.toHaveBeenCalled();
});
