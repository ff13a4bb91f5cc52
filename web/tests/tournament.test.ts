// What a tournament's pages compute: the clock from what was told, places, prices, pay jumps, orders made from offers, a new event.
import { describe, expect, it } from 'vitest';

import { amountWithin } from '../src/lib/amounts';
import type { OfferField } from '../src/lib/protocol';
import { anteWords, asCountdown, following, lasts, leftOf, passed, posted, spokenTime, untilBreak } from '../src/lib/tournament/clock';
import { ordinal, payJump, placeWords, priceWords, standings, startWords, statusWords } from '../src/lib/tournament/event';
import { addressFor, asAnswers, asTyped } from '../src/lib/tournament/newEvent';
import { begun, made, offerLabel, offerWords } from '../src/lib/tournament/offers';
import { chips, currencyOf } from '../src/lib/words';
import { lineText } from '../src/lib/phrases';
import { clock, eventOffer, eventView, level, player, summary, table } from './eventsamples';

describe('the clock', () => {
  it('counts from what was told while it runs, and not beyond nothing', () => {
    expect(leftOf(clock(), 2000)).toBe(370_000);
    expect(leftOf(clock(), 500_000)).toBe(0);
    expect(leftOf(clock({ runs: false }), 2000)).toBe(372_000);
    expect(leftOf(clock({ left_ms: null }), 2000)).toBeNull();
  });

  it('counts to the break the same way, and not during one', () => {
    expect(untilBreak(clock(), 2000)).toBe(1_570_000);
    expect(untilBreak(clock({ runs: false }), 2000)).toBe(1_572_000);
    expect(untilBreak(clock({ is_break: true }), 0)).toBeNull();
    expect(untilBreak(clock({ until_break_ms: null }), 0)).toBeNull();
  });

  it('knows how much of a level has passed, also of one that was lengthened', () => {
    expect(passed(clock({ left_ms: 150_000 }), 0)).toBe(0.75);
    expect(passed(clock({ left_ms: 900_000 }), 0)).toBe(0);
    expect(passed(clock({ now: level({ minutes: 0, hands: 20 }) }), 0)).toBeNull();
  });

  it.each([[372_000, '6:12'], [371_001, '6:12'], [371_000, '6:11'], [59_000, '0:59'], [0, '0:00'], [3_600_000, '1:00:00'], [4_005_000, '1:06:45']])('%d ms are %s', (ms, words) => expect(asCountdown(ms)).toBe(words));

  it('is spoken in words', () => {
    expect(spokenTime(3_661_000)).toBe('1 hour 1 minute 1 second');
    expect(spokenTime(0)).toBe('no time');
  });

  it('says what is posted now and next', () => {
    expect(posted(level({ blinds: [1000, 2000] }))).toBe('1,000 / 2,000');
    expect(posted(level({ blinds: [], bring_in: 50 }))).toBe('bring-in 50');
    expect(anteWords(level({ ante_by: 'last-blind' }))).toBe('ante 50, by the big blind');
    expect(anteWords(level({ ante: 0 }))).toBe('');
    expect(following(clock())).toBe('300 / 600, ante 75');
    expect(following(clock({ now: level({ break_minutes: 5 }) }))).toBe('a break of 5 minutes');
    expect(following(clock({ is_break: true, now: level({ break_minutes: 5 }) }))).toBe('300 / 600, ante 75');
    expect(lasts(level({ minutes: 0, hands: 20 }))).toBe('20 hands');
  });
});

describe('words', () => {
  it.each([[1, '1st'], [2, '2nd'], [3, '3rd'], [4, '4th'], [11, '11th'], [12, '12th'], [21, '21st'], [112, '112th']])('%d is %s', (at, words) => expect(ordinal(at)).toBe(words));

  it('name shared places, prices and where an event stands', () => {
    expect(placeWords({ place: 4, through: 6 })).toBe('4th to 6th');
    expect(priceWords(summary())).toBe('$20 + $2');
    expect(priceWords(summary({ fee_cents: 0, buy_in_cents: 0 }))).toBe('free');
    expect(statusWords(summary())).toBe('entries open');
    expect(statusWords(summary({ enters: false, phase: 'published' }))).toBe('announced');
    expect(statusWords(summary({ phase: 'started', enters: true, running: true, level: 3 }))).toBe('level 3, late entry');
    expect(statusWords(summary({ phase: 'started', enters: false, level: 3 }))).toBe('level 3, stopped');
  });

  it('say when it starts by the room’s clock, near days by their name', () => {
    const today = new Date(2030, 0, 6, 12);
    expect(startWords('2030-01-06 19:30', today)).toBe('today 19:30');
    expect(startWords('2030-01-07 19:30', today)).toBe('tomorrow 19:30');
    expect(startWords('2030-01-09 19:30', today)).toBe('Wednesday 19:30');
    expect(startWords('2030-02-09 19:30', today)).toBe('Sat, 9 Feb 2030 19:30');
    expect(startWords('', today)).toBe('when it is called');
  });

  it('order those who play by chips', () => {
    const state = eventView({ tables: [table(), table({ number: 2, players: [player({ player: 'd', name: 'Dee', chips: 12_000 })] })] });
    expect(standings(state).map((one) => [one.name, one.number])).toEqual([['Bob', 1], ['Dee', 2], ['Ann', 1]]);
  });

  it('find the next elimination that pays more', () => {
    const prizes = [{ place: 1, cents: 500 }, { place: 2, cents: 300 }, { place: 3, cents: 200 }];
    expect(payJump(prizes, 6)).toEqual({ now: 0, out: 3, then: 200 });
    expect(payJump(prizes, 4)).toEqual({ now: 0, out: 1, then: 200 });
    expect(payJump(prizes, 3)).toEqual({ now: 200, out: 1, then: 300 });
    expect(payJump(prizes, 1)).toBeNull();
    expect(payJump([], 6)).toBeNull();
  });
});

describe('an offer', () => {
  const field = (kind: OfferField['kind'], more: Partial<OfferField> = {}): OfferField => ({ name: 'x', label: 'X', kind, ...more });
  const given = (one: OfferField, typed: string | string[]) => made(eventOffer({ order: { type: 'T' }, fields: [one] }), { x: typed });

  it('says on its button exactly what it costs and brings', () => {
    expect(offerLabel(eventOffer())).toBe('Pay the buy-in: $20');
    expect(offerLabel(eventOffer({ title: 'Take a re-buy', cents: 2050, chips: 8000 }))).toBe('Take a re-buy: $20.50 for 8,000 chips');
    expect(offerLabel(eventOffer({ title: 'Withdraw', cents: 0 }))).toBe('Withdraw');
  });

  it('is told to a player as such, and to staff in the room’s own words', () => {
    expect(offerWords(eventOffer())).toBe('It goes from your purse to the tournament.');
    expect(offerWords(eventOffer({ road: 'order', kind: 'Cancel', words: 'Cancel the event.' }))).toBe('Cancel the event.');
  });

  it('without fields is the order as it stands', () => {
    expect(made(eventOffer(), {})).toEqual({ order: { type: 'PayBuyIn' }, faults: {} });
  });

  it('takes what was typed as it is, or says what is wrong', () => {
    expect(given(field('cents'), '2.50').order).toEqual({ type: 'T', x: 250 });
    expect(given(field('cents'), 'two')).toMatchObject({ order: null, faults: { x: '“two” is no amount. Write 200 or 2.50' } });
    expect(given(field('number'), '1,500').order).toEqual({ type: 'T', x: 1500 });
    expect(given(field('chips'), '1.5').faults.x).toContain('no whole number');
    expect(given(field('text'), ' ').faults.x).toBe('Fill this in.');
    expect(given(field('text', { needed: false }), '').order).toEqual({ type: 'T' });
    expect(given(field('yes-no'), 'true').order).toEqual({ type: 'T', x: true });
    expect(given(field('choice'), '').faults.x).toBe('Choose one.');
    expect(given(field('choice'), '-60000').order).toEqual({ type: 'T', x: -60_000 });
    expect(given(field('choices'), ['"a1"', '"b1"']).order).toEqual({ type: 'T', x: ['a1', 'b1'] });
    expect(given(field('choices'), []).faults.x).toBe('Choose at least one.');
    expect(given(field('places'), ['["a1"]', '["b1","c1"]']).order).toEqual({ type: 'T', x: [['a1'], ['b1', 'c1']] });
  });

  it('begins with what the room proposes', () => {
    const fields = [{ ...field('cents', { value: 250 as never }), name: 'a' }, { ...field('places', { value: [['p'], ['q', 'r']] as never }), name: 'b' }, { ...field('choice', { value: 'u' as never }), name: 'c' }, { ...field('yes-no'), name: 'd' }];
    expect(begun(eventOffer({ fields }))).toEqual({ a: '2.50', b: ['["p"]', '["q","r"]'], c: '"u"', d: 'false' });
  });
});

describe('a new tournament', () => {
  it('is what was filled in; what is empty stays as the template has it', () => {
    const typed = asTyped({ name: 'Friday', starts: 'none', players: 64, buy_in_cents: 2000, prizes: [500, 300, 200] });
    expect(typed).toMatchObject({ name: 'Friday', starts: '', players: '64', buy_in_cents: '20', prizes: '50, 30, 20' });
    expect(asAnswers({ ...typed, starts: '2030-01-06T19:30', seats: '', prizes: '66.5, 33.5' })).toEqual({ answers: { name: 'Friday', starts: '2030-01-06 19:30', players: 64, buy_in_cents: 2000, prizes: [665, 335] }, faults: {} });
    expect(Object.keys(asAnswers({ ...typed, players: 'many', buy_in_cents: 'x', prizes: 'all' }).faults)).toEqual(['players', 'buy_in_cents', 'prizes']);
  });

  it('has an address of small letters', () => expect(addressFor('Café «Noël» 2030!')).toBe('cafe-noel-2030'));
});

describe('the currency of a table', () => {
  it('is chips at a table of a tournament and money elsewhere', () => {
    expect(currencyOf({ event: null })).toBe('cash');
    expect(currencyOf({ event: { name: 'harbour' } })).toBe('chips');
    expect(chips(12_500, 0, false)).toBe('$125');
    expect(chips(12_500, 0, false, 'chips')).toBe('12,500');
    expect(chips(12_500, 500, true, 'chips')).toBe('25 BB');
    expect(lineText({ phrase: 'Ann bets {to}', parts: { to: { money: 400 } } }, 0, false, 'chips')).toBe('Ann bets 400');
  });

  it('decides how a typed amount is read', () => {
    expect(amountWithin('2', { least: 100, most: 1000 }, 'cash').value).toBe(200);
    expect(amountWithin('200', { least: 100, most: 1000 }, 'chips').value).toBe(200);
    expect(amountWithin('1,000', { least: 100, most: 1000 }, 'chips').value).toBe(1000);
    expect(amountWithin('2.5', { least: 1, most: 1000 }, 'chips')).toMatchObject({ value: null, why: '“2.5” is no amount; write 200 or 1,500. From 1 to 1,000.' });
  });
});

describe('whom an order concerns', () => {
  const field = (name: string, players: string[]) => ({ kind: 'choice' as const, name, label: 'Player', value: players[0], choices: players.map((one) => ({ value: one, label: one })) });
  const disqualify = (players: string[]) => ({ kind: 'Disqualify', title: 'Disqualify', words: '', road: 'order' as const, order: { type: 'Disqualify' }, fields: [field('player', players)] });

  it('is chosen, and not sent before', () => {
    const offer = disqualify(['ann', 'bob']);
    const filled = begun(offer);
    expect(filled.player).toBe('');
    expect(made(offer, filled)).toEqual({ order: null, faults: { player: 'Choose one.' } });
    expect(made(offer, { player: '"bob"' }).order).toEqual({ type: 'Disqualify', player: 'bob' });
  });

  it('stands there where only one can be meant', () => {
    const offer = disqualify(['ann']);
    expect(made(offer, begun(offer)).order).toEqual({ type: 'Disqualify', player: 'ann' });
  });
});
