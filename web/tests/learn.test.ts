// What a newcomer is told at each moment, and which words of a text explain themselves.
import { describe, expect, it } from 'vitest';

import { guideStep, type Moment } from '../src/lib/learn/guide';
import { meaningFor, pieces, type Word } from '../src/lib/learn/words';

const say = (amount: number) => `$${amount / 100}`;
const at = (changes: Partial<Moment>): Moment => ({ seated: true, away: false, status: 'in', phase: 'betting', down: 2, myTurn: false, offers: [], pot: 300, ...changes });

describe('the guide', () => {
  it.each([
    [{ seated: false }, 'seat'],
    [{ away: true }, 'back'],
    [{ status: '' }, 'wait'],
    [{}, 'watch'],
    [{ myTurn: true }, 'turn'],
    [{ status: 'folded' }, 'folded'],
    [{ phase: 'over' }, 'over'],
    [{ phase: 'over', status: 'folded' }, 'over'],
    [{ phase: 'over', status: '' }, 'wait'],
  ] as const)('reads the moment %j as %s', (changes, key) => expect(guideStep(at(changes), say).key).toBe(key));

  it('says what each offered choice does, with its price, and no other', () => {
    const { text, choices } = guideStep(at({ myTurn: true, offers: [{ action: 'fold' }, { action: 'call', amount: 200 }] }), say);
    expect(text).toContain('$3');
    expect(choices).toHaveLength(2);
    expect(choices[1]).toContain('$2');
    expect(choices.join()).not.toContain('Check');
  });

  it('ends with the hand', () => {
    expect(guideStep(at({ phase: 'over' }), say).last).toBe(true);
    expect(guideStep(at({}), say).last).toBe(false);
  });
});

const word = (name: string, ...cites: string[]): Word => ({ word: name, meanings: cites.map((cite) => ({ cite, text: `${name} by ${cite}` })) });
const WORDS = [word('blind', 'one 1', 'two 2'), word('big blind', 'two 3'), word('community card(s)', 'one 4'), word('bet', 'one 5')];

describe('words of the trade', () => {
  const found = (text: string) => pieces(text, WORDS).filter((one) => one.word).map((one) => one.text);

  it('are found in the plural, at the start of a sentence, and the longest first', () => {
    expect(found('Blinds are posted; the big blind acts last.')).toEqual(['Blinds', 'big blind']);
    expect(found('three community cards')).toEqual(['community cards']);
  });

  it('are not found inside other words, and each only once', () => {
    expect(found('betting between blinded players')).toEqual([]);
    expect(found('a bet, and a bet')).toEqual(['bet']);
  });

  it('keep every letter of the text', () => {
    const text = 'Blinds, the big blind and a bet: everything stays.';
    expect(pieces(text, WORDS).map((one) => one.text).join('')).toBe(text);
  });

  it('mean what the book of the table says, or else the first that defines them', () => {
    expect(meaningFor(WORDS[0]!, 'two')?.cite).toBe('two 2');
    expect(meaningFor(WORDS[0]!, 'three')?.cite).toBe('one 1');
  });
});
