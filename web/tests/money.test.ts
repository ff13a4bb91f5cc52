// Amounts that people see or hear are dollars: no text, label or slider of a table says bare cents.
import { render } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';

import { settings } from '../src/lib/settings.svelte';
import ActionBar from '../src/lib/table/ActionBar.svelte';
import Felt from '../src/lib/table/Felt.svelte';
import { lineSpoken, lineText } from '../src/lib/phrases';
import { FOLD, handView, offer, place, seatView } from './samples';

const SPOKEN = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'alt', 'placeholder'];
const hand = handView({
  offers: [FOLD, offer('call', { amount: 12_345 }), offer('raise', { least: 24_690, most: 98_765, step: 5, all_in: 98_765 })],
  high: 12_345, pot: 37_035, pots: [{ amount: 12_345, seats: [1, 2] }, { amount: 24_690, seats: [1] }],
  seats: [seatView({ stack: 98_765 }), seatView({ seat: 2, down: ['??', '??'], bet: 12_345, stack: 45_675 })],
});

/** Every text on the page and every text that a screen reader says. */
function told(container: HTMLElement): string[] {
  const labels = [...container.querySelectorAll('*')].flatMap((one) => SPOKEN.map((name) => one.getAttribute(name) ?? ''));
  return [container.textContent, ...labels];
}

function bareCents(texts: string[]): string[] {
  return texts.filter((text) => /(?<![\d.,])\d{4,}/.test(text.replace(/\$[\d,]+(\.\d\d)?/g, '')));
}

beforeEach(() => (settings.inBlinds = false));

describe('money at a table', () => {
  it('is told apart from bare cents', () => {
    expect(bareCents(['raise to 24690', 'raise to $246.90', 'a stake of $50,000'])).toEqual(['raise to 24690']);
  });

  it('is in dollars on the buttons, the slider and the field', () => {
    const { container } = render(ActionBar, { hand, seat: 1, big: 12_345, unit: 5, picked: [], onact: () => Promise.resolve(true) });
    expect(told(container).join(' ')).toContain('$246.90');
    expect(bareCents(told(container))).toEqual([]);
    for (const slider of container.querySelectorAll('input[type=range]')) expect(slider.getAttribute('aria-valuetext')).toMatch(/^\$/);
  });

  it('is in dollars on the felt', () => {
    const places = [place({ stack: 98_765 }), place({ seat: 2, name: 'Bob', stack: 45_675 })];
    const { container } = render(Felt, { seats: 6, places, hand, hero: 1, button: 2, big: 12_345, deck: '52 cards, 2-A' });
    expect(told(container).join(' ')).toContain('$123.45');
    expect(bareCents(told(container))).toEqual([]);
  });

  it('is in dollars in the lines of the log, read and heard', () => {
    const line = { seq: 1, phrase: '{seat} raises to {to}', parts: { seat: { seat: 1, name: 'Ann' }, to: { money: 24_690 } }, kind: 'Raised', cites: [] };
    expect([lineText(line), lineSpoken(line)].map((text) => text.includes('$246.90'))).toEqual([true, true]);
    expect(bareCents([lineText(line), lineSpoken(line)])).toEqual([]);
  });
});
