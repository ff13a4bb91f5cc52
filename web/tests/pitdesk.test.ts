// The desk of a table against the house: forms made from the offers, a preview before anything happens, refusals in place.
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { agreeing, begun, choicesOf, isConfirmed, made, type FormField, type FormOffer, type OrderForm } from '../src/lib/pitforms';
import { room } from '../src/lib/room.svelte';
import PitDesk from '../src/views/PitDesk.svelte';

const field = (name: string, kind: FormField['kind'], changes: Partial<FormField> = {}): FormField => ({ name, label: name[0]!.toUpperCase() + name.slice(1), kind, free: false, varies: false, also: [], ...changes });
const offer = (order: Record<string, unknown>, changes: Partial<FormOffer> = {}): FormOffer => ({ order, cites: ['act-holdem 13.1'], bounds: null, cards: 0, ...changes });
const form = (kind: string, fields: FormField[], offers: FormOffer[], changes: Partial<OrderForm> = {}): OrderForm => ({ kind, title: kind, words: 'Words.', section: 'report', by: 'dealer', reason: false, fields, offers, ...changes });

const EXPOSE = form('ExposeCard', [field('box', 'box'), field('place', 'card')], [[1, 1], [1, 2], [3, 2]].map(([box, place]) => offer({ type: 'ExposeCard', box, place })));
const VOID = form('VoidRound', [field('cause', 'choice')], ['impractical', 'fraud'].map((cause) => offer({ type: 'VoidRound', cause })), { section: 'rule', by: 'operator', reason: true, title: 'Void the round' });
const NOTICE = form('CloseTable', [field('notice', 'yes-no')], [offer({ type: 'CloseTable', notice: true })]);
const SPOKEN = form('SpokenWager', [field('player', 'player'), field('box', 'box'), field('amount', 'amount', { varies: true, also: ['chips'] })], [offer({ type: 'SpokenWager', player: 'a1', box: 2, amount: 1000, chips: 1000 }, { bounds: [1000, 5000, 500] })]);
const FLOP = form('DealFlop', [field('cards', 'cards', { free: true })], [offer({ type: 'DealFlop', cards: ['??', '??', '??'] }, { cards: 3 })]);
const BOARD = form('ReportBoard', [field('cards', 'cards', { free: true })], [offer({ type: 'ReportBoard', cards: [] })]);
const NO_ANTE = form('ReportNoAnte', [field('box', 'box'), field('cards', 'cards', { free: true })], [1, 2, 3].map((count) => offer({ type: 'ReportNoAnte', box: 4, cards: Array(count).fill('??') }, { cards: count })));
const LIMITS = form('ChangeLimits', [field('low', 'amount', { free: true }), field('high', 'amount', { free: true }), field('notice', 'yes-no')], [offer({ type: 'ChangeLimits', low: 1000, high: 50_000, notice: true })]);
const COUNT = form('VerifyDeck', [field('count', 'number', { varies: true })], [offer({ type: 'VerifyDeck', count: 52 }, { bounds: [0, 104, 1] })]);
const VIEWED = form('ReportViewed', [field('player', 'player'), field('boxes', 'boxes')], [[2], [3], [2, 3]].map((boxes) => offer({ type: 'ReportViewed', player: 'a1', boxes })));

const NAMES = { a1: 'Ann' };
const SEATS = { 1: 'Ann' };

describe('a form', () => {
  it('offers each value once, and what agrees with the choice before', () => {
    expect(choicesOf(EXPOSE, 0, {}, NAMES, SEATS).map((one) => one.label)).toEqual(['box 1, Ann', 'box 3']);
    expect(choicesOf(EXPOSE, 1, { box: '1' }, NAMES, SEATS).map((one) => one.label)).toEqual(['card 1', 'card 2']);
    expect(agreeing(EXPOSE, { box: '3' })).toHaveLength(1);
  });

  it('says what is still to be chosen, and then makes the order', () => {
    expect(made(EXPOSE, begun(EXPOSE)).why).toBe('Choose: box.');
    expect(made(EXPOSE, { box: '3', place: '2' }).order).toEqual({ type: 'ExposeCard', box: 3, place: 2 });
  });

  it('asks for the confirmation of what must be so', () => {
    expect(isConfirmed(NOTICE, NOTICE.fields[0]!)).toBe(true);
    expect(made(NOTICE, begun(NOTICE)).why).toBe('Confirm: notice.');
    expect(made(NOTICE, { notice: 'true' }).order).toEqual({ type: 'CloseTable', notice: true });
  });

  it('sends an amount as it was typed, to every field that holds it, or says the bounds', () => {
    const filled = begun(SPOKEN);
    expect(filled).toEqual({ player: '"a1"', box: '2', amount: '10' });
    expect(made(SPOKEN, { ...filled, amount: '15' }).order).toEqual({ type: 'SpokenWager', player: 'a1', box: 2, amount: 1500, chips: 1500 });
    expect(made(SPOKEN, { ...filled, amount: '60' })).toMatchObject({ order: null, why: 'From $10 to $50.' });
    expect(made(SPOKEN, { ...filled, amount: '12' }).why).toBe('From $10 on in steps of $5.');
    expect(made(SPOKEN, { ...filled, amount: 'ten' }).order).toBeNull();
  });

  it('wants as many cards as are due, or as many as one likes', () => {
    expect(made(FLOP, { cards: ['Ah'] })).toMatchObject({ order: null, why: '3 cards are to be named; a card that nobody has seen is ??.' });
    expect(made(FLOP, { cards: ['Ah', 'Kd', '2c'] }).order).toEqual({ type: 'DealFlop', cards: ['Ah', 'Kd', '2c'] });
    expect(made(BOARD, begun(BOARD)).order).toEqual({ type: 'ReportBoard', cards: [] });
    expect(made(NO_ANTE, { box: '4', cards: ['??', '??'] }).order).toEqual({ type: 'ReportNoAnte', box: 4, cards: ['??', '??'] });
    expect(made(NO_ANTE, { box: '4', cards: [] }).order).toBeNull();
  });

  it('takes free amounts and counts, and refuses what is none', () => {
    expect(made(LIMITS, { low: '20', high: '300', notice: 'true' }).order).toEqual({ type: 'ChangeLimits', low: 2000, high: 30_000, notice: true });
    expect(made(LIMITS, { low: 'x', high: '300', notice: 'true' }).why).toContain('no amount');
    expect(made(COUNT, { count: '51' }).order).toEqual({ type: 'VerifyDeck', count: 51 });
    expect(made(COUNT, { count: '105' }).why).toBe('From 0 to 104.');
  });

  it('names several hands in one choice', () => {
    expect(choicesOf(VIEWED, 1, { player: '"a1"' }, NAMES, {}).map((one) => one.label)).toEqual(['box 2', 'box 3', 'box 2 and box 3']);
    expect(made(VIEWED, { player: '"a1"', boxes: '[2,3]' }).order).toEqual({ type: 'ReportViewed', player: 'a1', boxes: [2, 3] });
  });
});

const DESK = {
  pit: true, table: 'Civic', rulebook: 'act-holdem', title: 'Canberra Casino Hold-em', frozen: true, live: false, closed: false, number: 4, phase: 'decision', seats: SEATS, names: NAMES, forms: [EXPOSE, VOID], calls: [],
  record: [{ seq: 9, number: 3, phrase: 'Kim (supervisor): count the deck', parts: {}, cites: ['act-holdem 2.4'], by: 'Kim', role: 'supervisor', reason: '' }],
};
const PREVIEW = { number: 4, cites: ['act-holdem 15.3'], effects: [{ phrase: 'the round is void (fraud); $10 go back to box 1', parts: {}, cites: ['act-holdem 15.3'] }], money: [{ name: 'Ann', amount: 1000 }] };

describe('the desk', () => {
  const sent: [string, Record<string, unknown>][] = [];
  const answers: Record<string, unknown> = {};

  beforeEach(() => {
    sent.length = 0;
    Object.assign(answers, { '/api/floor/Civic': DESK, '/api/floor': { now_ms: 0, calls: [] }, '/api/floor/Civic/preview': PREVIEW, '/api/floor/Civic/order': { done: true }, '/api/floor/Civic/freeze': { done: true } });
    room.me = { id: 'f1', name: 'Kim', roles: ['floor'], guest: false, purse: 0 };
    vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
      if (how?.body) sent.push([path, JSON.parse(String(how.body)) as Record<string, unknown>]);
      return Promise.resolve({ json: () => Promise.resolve(answers[path]) });
    });
  });
  afterEach(() => {
    room.me = null;
  });

  it('shows what an order would do and gives it with its reason', async () => {
    render(PitDesk, { table: 'Civic' });
    await userEvent.click(await screen.findByRole('tab', { name: 'Rulings' }));
    await userEvent.click(screen.getByRole('button', { name: /^Void the round/ }));
    const look = screen.getByRole<HTMLButtonElement>('button', { name: 'What would it do?' });
    expect(look.disabled).toBe(true);
    await userEvent.selectOptions(screen.getByLabelText('Cause'), 'fraud');
    await userEvent.click(look);
    await screen.findByText('the round is void (fraud); $10 go back to box 1');
    expect(screen.getByText('Chips: Ann +$10')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Reason'), 'marked cards');
    await userEvent.click(screen.getByRole('button', { name: 'Give this order' }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/api/floor/Civic/order'));
    expect(sent.at(-1)?.[1]).toMatchObject({ order: { type: 'VoidRound', cause: 'fraud' }, number: 4, reason: 'marked cards' });
  });

  it('forgets the preview when a fact changes, and tells a refusal beside its button', async () => {
    render(PitDesk, { table: 'Civic' });
    await userEvent.click(await screen.findByRole('tab', { name: 'Rulings' }));
    await userEvent.click(screen.getByRole('button', { name: /^Void the round/ }));
    await userEvent.selectOptions(screen.getByLabelText('Cause'), 'fraud');
    await userEvent.click(screen.getByRole('button', { name: 'What would it do?' }));
    await screen.findByRole('button', { name: 'Give this order' });
    await userEvent.selectOptions(screen.getByLabelText('Cause'), 'it cannot go on');
    expect(screen.queryByRole('button', { name: 'Give this order' })).toBeNull();
    answers['/api/floor/Civic/preview'] = { error: { code: 'not-in-play', rule: ['act-holdem 15.3'], phrase: 'voiding the round is not possible in the betting phase', legal: [] } };
    await userEvent.click(screen.getByRole('button', { name: 'What would it do?' }));
    const refusal = await screen.findByRole('alert');
    expect(refusal.previousElementSibling?.textContent).toBe('What would it do?');
    expect(refusal.textContent).toContain('not possible in the betting phase');
  });

  it('says that the table is stopped, lets it go on, and shows the record', async () => {
    render(PitDesk, { table: 'Civic' });
    await screen.findByText('stopped by the floor');
    const record = screen.getByRole('heading', { name: 'Record of what staff did' }).parentElement!;
    expect(within(record).getByText('round 3').getAttribute('href')).toBe('/replay/Civic/3#9');
    await userEvent.click(screen.getByRole('button', { name: 'Let the table go on' }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/api/floor/Civic/freeze'));
    expect(sent.at(-1)?.[1]).toMatchObject({ frozen: false, reason: 'the floor is done' });
  });

  it('lets a dealer enter play at once, and neither stop the table nor read calls', async () => {
    room.me = { id: 'd1', name: 'Dee', roles: ['dealer'], guest: false, purse: 0 };
    const rack = form('Rack', [], [offer({ type: 'Rack' })], { section: 'deal', title: 'Rack the cards' });
    answers['/api/floor/Civic'] = { ...DESK, live: true, frozen: false, forms: [rack] };
    render(PitDesk, { table: 'Civic' });
    await userEvent.click(await screen.findByRole('button', { name: /^Rack the cards/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Rack the cards' }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/api/floor/Civic/order'));
    expect(screen.queryByRole('button', { name: 'Stop the table' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Calls for the floor' })).toBeNull();
  });
});
