// Words, money and cards as people read them.
import { describe, expect, it } from 'vitest';

import { along, asBlinds, asDollars, blindsWithin, dollarsWithin } from '../src/lib/amounts';
import { cardNames, cents, chips, money, plain, winningCards, winningWords } from '../src/lib/words';
import { lineSpoken, lineText, resultLine } from '../src/lib/phrases';
import { handView, seatView } from './samples';

describe('money', () => {
  it.each([[0, '$0'], [50, '$0.50'], [250, '$2.50'], [5_000_000, '$50,000'], [123_456, '$1,234.56'], [-250, '−$2.50']])('of %d cents is %s', (amount, words) => expect(money(amount)).toBe(words));

  it.each([['200', 20_000], ['2.50', 250], ['$1,000', 100_000], ['1.', 100], ['0.05', 5], ['20,5', null], ['3.333', null], ['abc', null], ['', null], [' $ 5 ', 500], ['5 5', null], ['1$2', null], ['1 000', null], ['-1', null], ['1e3', null], ['١٢', null]])('%j is read as %j cents', (text, amount) =>
    expect(cents(text)).toBe(amount));

  it('is told in big blinds where that is wanted and there are some', () => {
    expect(chips(500, 200, true)).toBe('2.5 BB');
    expect(chips(500, 0, true)).toBe('$5');
  });
});

describe('a slider', () => {
  it.each([[400, '0%'], [1000, '39.3%'], [1925, '100%'], [5, '0%'], [9000, '100%']])('at %d is filled by %s', (value, filled) => expect(along(value, 400, 1925)).toBe(filled));

  it('of one amount alone is empty', () => expect(along(400, 400, 400)).toBe('0%'));
});

describe('typed amounts', () => {
  const BOUNDS = { least: 400, most: 1925, step: 50 };

  it.each([['3.99', null], ['4', 400], ['4.01', null], ['4.50', 450], ['19', 1900], ['19.25', 1925], ['19.26', null]])('%j within bounds is %j', (text, value) => expect(dollarsWithin(text, BOUNDS).value).toBe(value));

  it.each([['2', 400], ['2.25', 450], ['2.1', null], ['9.625', 1925], ['3 BB', 600], ['3 3', null], ['BB3', null], ['x', null], ['1e1', null]])('%j big blinds are %j', (text, value) => expect(blindsWithin(text, 200, BOUNDS, money).value).toBe(value));

  it('say why they cannot be sent', () => {
    expect(dollarsWithin('x', BOUNDS).why).toBe('“x” is no amount; write 200 or 2.50. From $4 to $19.25.');
    expect(dollarsWithin('', BOUNDS).why).toMatch(/^Write an amount/);
    expect(dollarsWithin('4.01', BOUNDS).why).toBe('From $4 on in steps of $0.50.');
    expect(dollarsWithin('5', { least: 400, most: 400 }).why).toBe('Only $4 is possible.');
  });

  it('stand in a field as they are read again', () => {
    for (const amount of [400, 450, 1925]) {
      expect(dollarsWithin(asDollars(amount), BOUNDS).value).toBe(amount);
      expect(blindsWithin(asBlinds(amount, 200), 200, BOUNDS, money).value).toBe(amount);
    }
  });
});

describe('lines of the log', () => {
  it('have amounts as money and cards as they are printed', () => {
    const flop = { phrase: '{street}: {dealt}', parts: { street: 'flop', dealt: [{ phrase: 'board {cards}', parts: { cards: { cards: ['Ah', 'Td'] } } }] } };
    expect(lineText({ phrase: '{seat} bets {to}', parts: { seat: { seat: 1, name: 'Ann' }, to: { money: 250 } } })).toBe('Ann bets $2.50');
    expect(lineText(flop)).toBe('flop: board A♥ 10♦');
    expect(lineSpoken(flop)).toBe('flop: board ace of hearts, ten of diamonds');
  });

  it.each(['Rich Ks', 'Al Jd#685', 'Ks Ks#1'])('leave %j, a name, as it is', (name) => {
    expect(lineText({ phrase: '{seat} shows {cards}', parts: { seat: { seat: 3, name }, cards: { cards: ['Qs', '6d'] } } })).toBe(`${name} shows Q♠ 6♦`);
  });

  it('leave what somebody said as it is', () => expect(lineText({ phrase: '{player} calls the floor: {words}', parts: { player: { name: 'Ann' }, words: { name: 'Ah {player} no' } } })).toBe('Ann calls the floor: Ah {player} no'));
});

describe('cards and addresses', () => {
  it('are named', () => {
    expect(cardNames(['As', '??', '??'])).toBe('ace of spades, 2 cards face down');
    expect(cardNames(['Jk'])).toBe('the joker');
    expect(cardNames([])).toBe('none');
  });

  it('survive a bad address', () => {
    expect(plain('Bondi%20Beach')).toBe('Bondi Beach');
    expect(plain('%')).toBe('%');
  });
});

describe('a winner of one half', () => {
  const SPLIT = handView({ seats: [seatView({ used: ['As', 'Kd'], used_low: ['2c', '3c'], words: [{ phrase: 'a pair' }, { phrase: 'eight low' }] })] });

  it.each([['high', ['As', 'Kd'], 'a pair'], ['low', ['2c', '3c'], 'eight low']])('of the %s shows those cards and words', (part, cards, words) => {
    const win = { seat: 1, amount: 100, pot: 1, part };
    expect([...winningCards(SPLIT, [win]).get(1)!]).toEqual(cards);
    expect(winningWords(SPLIT, win)).toEqual({ phrase: words });
  });
});

describe('a line of the result', () => {
  it('has the working of its amount apart', () => {
    const taken = { phrase: 'commission {amount} ({working})', parts: { amount: { money: 80 }, working: { list: ['pot 1'], between: '; ' } } };
    expect(resultLine(taken)).toEqual(['commission $0.80', ' (pot 1)']);
    expect(resultLine({ phrase: 'Ann (the host) wins' })).toEqual(['Ann (the host) wins', '']);
  });
});
