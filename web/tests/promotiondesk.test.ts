// The desk of a promotion: what is shown of its prizes, claims and record, and what its forms send.
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { AwardLine, ClaimLine, PromotionDesk, PromotionOffer, PromotionView } from '../src/lib/protocol';
import Desk from '../src/views/promotion/Desk.svelte';

const sent: [string, Record<string, unknown>][] = [];
let view: PromotionView;
let answer: unknown = { done: true };

const award = (more: Partial<AwardLine> = {}): AwardLine => ({ award: 1, approved: false, cents: 0, claimed: false, may_choose: false, may_take_cash: false, name: 'Ann', paid: false, player: 'a1', prize: 'A car', takes_cash: false, value_cents: 2_000_000, ...more });
const claim = (more: Partial<ClaimLine> = {}): ClaimLine => ({ claim: 1, award: 1, address: '1 Quay', name: 'Ann', prize: 'A car', status: 'open', ...more });
const offer = (more: Partial<PromotionOffer> = {}): PromotionOffer => ({ type: 'Start', title: 'Start it', section: 'terms', cites: ['nsw-poker 29.3'], fields: [], ...more });
const desk = (more: Partial<PromotionDesk> = {}): PromotionDesk => ({ attended: false, awards: [], claims: [], duties: [], entrants: [], gaps: [], money_cents: 2_000_000, offers: [], scrutineer: '', toml: '', ...more });

function promotion(more: Partial<PromotionView> = {}, at: Partial<PromotionDesk> | null = {}): PromotionView {
  return { id: 'car', name: 'A car to win', book: 'nsw-poker', version: 2, reference: 'AB12', rule: 'each hour', phase: 'running', postponed: '', starts: '1 May', closes: '2 May', awarded: '3 May', starts_ms: 0, closes_ms: 0, awarded_ms: 0, digest: '', draw: 0, draw_root: '', entries_root: '', entries: 1_200, entrants: 40, happened: [], notices: [], prizes: [], winners: [], desk: at && desk(at), ...more };
}

async function shown(more: Partial<PromotionView> = {}, at: Partial<PromotionDesk> | null = {}): Promise<void> {
  view = promotion(more, at);
  render(Desk, { promotion: 'car' });
  await (at ? screen.findByRole('heading', { name: 'A car to win' }) : screen.findByRole('alert'));
}
const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1);

beforeEach(() => {
  sent.length = 0;
  answer = { done: true };
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    if (how?.body) sent.push([path, JSON.parse(String(how.body)) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(how?.body ? answer : view) });
  });
});

describe('what stands at the top', () => {
  it('names version, reference, money, entries and the scrutineer', async () => {
    await shown({ draw_root: '00ff' }, { scrutineer: 'Lee', duties: ['tell the Authority'] });
    const top = screen.getByRole('heading', { level: 1 }).parentElement!.textContent!;
    for (const part of ['running', 'nsw-poker, version 2, reference AB12', 'Set aside $20,000', '1,200 entries by 40 people', 'Lee, not there yet']) expect(top.replace(/\s+/g, ' ')).toContain(part);
    expect(screen.getByRole('link', { name: 'Proof' }).getAttribute('href')).toBe('/promotion/car/proof');
    expect(within(screen.getByRole('region', { name: 'To do' })).getByText('tell the Authority')).toBeTruthy();
  });

  it('has no proof before the entries are closed, and says when the scrutineer is there', async () => {
    await shown({}, { scrutineer: 'Lee', attended: true });
    expect(screen.queryByRole('link', { name: 'Proof' })).toBeNull();
    expect(screen.getByText(/, there/)).toBeTruthy();
  });

  it('is for staff alone', async () => {
    await shown({}, null);
    expect(screen.getByRole('alert').textContent).toContain('This desk is for staff');
    expect(screen.queryByRole('region', { name: 'Record' })).toBeNull();
  });
});

describe('prizes, claims and the record', () => {
  it('says of each prize where it stands, what is to be paid, and by when the winner is told', async () => {
    await shown({}, { awards: [award({ tell_by_ms: 1_000 }), award({ award: 2, claimed: true, attempts: ['letter', 'call'] }), award({ award: 3, claimed: true, approved: true, cents: 50_050 }), award({ award: 4, paid: true })] });
    const rows = rowsOf('Prizes');
    expect(rows.map((one) => one.lastElementChild!.textContent)).toEqual(['open', 'claimed', 'approved', 'paid']);
    expect(rows.map((one) => one.children[2]!.textContent)).toEqual(['worth $20,000', 'worth $20,000', '$500.50', 'worth $20,000']);
    expect(rows[0]!.children[3]!.textContent).toMatch(/^by /);
    expect(rows[1]!.children[3]!.textContent).toBe('letter; call');
  });

  it('keeps the register of denied claims with reason, telling, dispute and decision', async () => {
    await shown({}, { claims: [claim({ status: 'denied', reason: 'not an entrant', told: 'by letter', dispute: 'I entered', decision: 'it stands', kept_until: 2031 })] });
    const [row] = rowsOf('Claims');
    expect(row!.textContent).toContain('1 Quay');
    expect(row!.lastElementChild!.textContent).toBe('not an entrant; told: by letter; disputed: I entered; decided: it stands; kept until 2031');
  });

  it('lists entrants, notices with their reference, and what happened with its clause', async () => {
    await shown({ notices: [{ at_ms: 1_000, channel: 'wall', reference: 'AB12', text: 'come' }], happened: [{ at_ms: 1_000, seq: 1, text: 'published', cites: ['nsw-poker 29.7'] }] }, { entrants: [{ player: 'a1', name: 'Ann', entries: 12 }] });
    expect(screen.getByRole('region', { name: 'Entrants' }).textContent).toContain('Ann 12');
    expect(screen.getByRole('region', { name: 'Entrants' }).textContent).not.toContain('a1'); // no id of an account
    expect(screen.getByRole('region', { name: 'Notices' }).textContent).toMatch(/wall: come AB12/);
    expect(screen.getByRole('region', { name: 'Record' }).textContent).toMatch(/published.*29\.7/);
  });

  it('names each gap of the terms', async () => {
    await shown({}, { gaps: [{ item: 'prizes', kind: 'gap', message: 'no prize is named', allowed: [], cites: ['nsw-poker 29.7'] }] });
    expect(screen.getByText(/no prize is named/)).toBeTruthy();
  });
});

describe('orders', () => {
  it('stand in their sections, and one is sent with what was filled in', async () => {
    const fields = [{ name: 'winner', label: 'Who', kind: 'text' }, { name: 'cash_cents', label: 'In cash', kind: 'money' }, { name: 'means', label: 'By', kind: 'choice', value: 'call', choices: [{ value: 'letter', label: 'a letter' }, { value: 'call', label: 'a call' }] }];
    await shown({}, { offers: [offer(), offer({ type: 'NoteChoice', title: 'Note a choice', section: 'winners', fields })] });
    expect(screen.queryByRole('region', { name: 'Entries and draw' })).toBeNull();
    expect(within(screen.getByRole('region', { name: 'Terms and start' })).getByText('§ 29.3')).toBeTruthy();
    const form = within(screen.getByRole('form', { name: 'Note a choice', hidden: true }));
    await userEvent.type(form.getByLabelText('Who'), ' Ann ');
    await userEvent.type(form.getByLabelText('In cash ($)'), '12.50');
    await userEvent.selectOptions(form.getByLabelText('By'), 'letter');
    await userEvent.click(form.getByRole('button', { name: 'Note a choice', hidden: true }));
    const [path, { id, order }] = sent.at(-1)!;
    expect([path, order]).toEqual(['/api/promotions/car/act', { type: 'NoteChoice', winner: 'Ann', cash_cents: 1_250, means: 'letter' }]);
    expect(String(id)).not.toBe('');
  });

  it('name people by their names and send who was chosen', async () => {
    const people = [{ value: 'a1', label: 'Ann' }, { value: 'b2', label: { phrase: '{name}', parts: { name: { name: 'Bob' } } } }];
    await shown({}, { offers: [offer({ type: 'NominateScrutineer', title: 'Nominate', fields: [{ name: 'account', label: 'Who', kind: 'person', choices: people }] }), offer({ type: 'NotePresent', title: 'Note who is there', fields: [{ name: 'players', label: 'There', kind: 'several', choices: people }] })] });
    await userEvent.selectOptions(screen.getByLabelText('Who'), 'Bob');
    await userEvent.click(screen.getByRole('button', { name: 'Nominate', hidden: true }));
    expect(sent.at(-1)![1].order).toEqual({ type: 'NominateScrutineer', account: 'b2' });
    for (const name of ['Ann', 'Bob']) await userEvent.click(screen.getByRole('checkbox', { name, hidden: true }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Ann', hidden: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Note who is there', hidden: true }));
    expect(sent.at(-1)![1].order).toEqual({ type: 'NotePresent', players: ['b2'] });
  });

  it('that move money go by the road of money', async () => {
    await shown({}, { offers: [offer({ type: 'PayPrize', title: 'Pay', section: 'winners', money: true })] });
    await userEvent.click(screen.getByRole('button', { name: 'Pay', hidden: true }));
    expect(sent).toEqual([]); // it is asked once more
    await userEvent.click(await screen.findByRole('button', { name: 'Not now', hidden: true }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Pay', hidden: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Yes: Pay', hidden: true }));
    expect(sent.at(-1)![0]).toBe('/api/promotions/car/money');
  });

  it('that cannot be read are not sent, and those that are refused say why', async () => {
    await shown({}, { offers: [offer({ fields: [{ name: 'cash_cents', label: 'Cash', kind: 'money' }] })] });
    const cash = screen.getByLabelText('Cash ($)');
    await userEvent.type(cash, 'much');
    await userEvent.click(screen.getByRole('button', { name: 'Start it', hidden: true }));
    expect(sent).toEqual([]);
    expect(cash.getAttribute('aria-invalid')).toBe('true');
    answer = { error: { code: 'too-soon', rule: ['nsw-poker 29.8'], phrase: '24 hours have not passed', legal: [] } };
    await userEvent.clear(cash);
    await userEvent.click(screen.getByRole('button', { name: 'Start it', hidden: true }));
    expect(await screen.findByText(/24 hours have not passed/)).toBeTruthy();
  });
});
