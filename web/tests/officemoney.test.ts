// The back office: every form has its own amount and its own refusal; accounts and settings are chosen in words.
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import { room } from '../src/lib/room.svelte';
import Cage from '../src/views/office/Cage.svelte';
import Money from '../src/views/office/Money.svelte';
import People from '../src/views/office/People.svelte';
import Reports from '../src/views/office/Reports.svelte';

const TILL = { table: 'Bondi', opening: 0, fills: 0, credits: 0, changed: 0, difference: 0, drop_due: 0, dropped: 0, drop_difference: 0, float: 0, box: null, dealer: '' };
const WAITING = { number: 4, act: { type: 'correction', amount: 5_000, source: 'purse/a1', target: 'house', reason: 'twice', cites: ['house 31.5'] }, by: 'Kim', own: false, expected: 0, between: [{ phrase: 'the purse of {owner}', parts: { owner: { name: 'Ann' } } }, "the house's bank"] };
const MONEY = { tables: [TILL], open: [WAITING], bank: 0, closed_ms: 0, days: [], dealers: [] };
const PEOPLE = { people: [{ account: 'a1', name: 'Ann', guest: false, checked: null, exclusions: [], limits: false }], tables: [], documents: ['passport'], under: ['house'], books: ['house'], rules: { identity_check: 0, refill_cents: 1_000_000, unnamed_watch: 1, least_age: 18 }, bounds: { identity_check: [0, 1], refill_cents: [0, 1_000_000_000], unnamed_watch: [0, 2], least_age: [18, 99] } };
const sent: [string, Record<string, unknown>][] = [];
let refusal: unknown = null;

beforeEach(() => {
  sent.length = 0;
  refusal = null;
  room.me = { id: 'a9', name: 'Boss', roles: ['operator', 'floor'], guest: false, purse: 0 };
  vi.stubGlobal('fetch', (path: string, how?: { body?: string }) => {
    if (how?.body) sent.push([path, JSON.parse(how.body) as Record<string, unknown>]);
    const told = path === '/api/people' ? PEOPLE : MONEY;
    return Promise.resolve({ json: () => Promise.resolve(how?.body ? (refusal ? { error: refusal } : { done: true }) : told) });
  });
});
const order = () => { const [path, { id, ...body }] = sent.at(-1)!; expect(String(id)).not.toBe(''); return [path, body]; };

it('says a correction by the names of its accounts, and no name of the ledger', async () => {
  render(Money);
  const row = await screen.findByText(/correction of \$50 from the purse of Ann to the house's bank: twice/);
  expect(row.textContent).not.toContain('purse/');
});

it('corrects the ledger between accounts that are chosen, by an amount of its own', async () => {
  render(Money);
  await userEvent.type((await screen.findAllByLabelText('Amount ($)'))[0]!, '7');
  await userEvent.selectOptions(screen.getByLabelText('From'), 'the purse of');
  await userEvent.selectOptions(screen.getByLabelText('From: whose'), 'Ann');
  await userEvent.selectOptions(screen.getByLabelText('To'), 'what was found missing at');
  await userEvent.selectOptions(screen.getByLabelText('To: which table'), 'Bondi');
  await userEvent.type(screen.getAllByLabelText('Amount ($)')[1]!, '12.50');
  await userEvent.type(screen.getByLabelText('Reason'), 'counted twice');
  await userEvent.click(screen.getByRole('button', { name: 'Propose to correct $12.50', hidden: true }));
  expect(order()).toEqual(['/api/office/acts', { kind: 'correction', source: 'purse/a1', target: 'difference/Bondi', amount: 1_250, reason: 'counted twice' }]);
});

it('changes cash by an amount of its own, and says a refusal beside its button', async () => {
  render(Money);
  await userEvent.type(await screen.findByLabelText('Cash ($)'), '20');
  await userEvent.selectOptions(screen.getByLabelText('For'), 'Ann');
  refusal = { code: 'float', rule: ['house 31.3'], phrase: 'the float has not enough chips', legal: [] };
  const button = screen.getByRole('button', { name: 'Change $20 into chips' });
  await userEvent.click(button);
  expect(sent).toEqual([]); // what moves, and to whom, is read first
  expect(screen.getByRole('dialog').textContent).toContain('drop box of Bondi; as much in chips goes from its float to Ann');
  await userEvent.click(screen.getByRole('button', { name: 'Change $20' }));
  expect(order()).toEqual(['/api/office/change/Bondi', { account: 'a1', amount: 2_000 }]);
  const alert = await screen.findByRole('alert');
  expect(button.closest('section')!.contains(alert)).toBe(true);
});

it('issues and redeems chips after one more question, and nothing where the answer is no', async () => {
  vi.stubGlobal('fetch', (path: string, how?: { body?: string }) => {
    if (how?.body) sent.push([path, JSON.parse(how.body) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(how?.body ? { done: true } : path === '/api/accounts' ? { accounts: [{ id: 'a1', name: 'Ann', closed: false }] } : { purse: 50_000 }) });
  });
  render(Cage);
  await screen.findByRole('option', { name: 'Ann' });
  await userEvent.selectOptions(screen.getByLabelText('Account'), 'Ann');
  await userEvent.type(await screen.findByLabelText('Chips ($)'), '75');
  await userEvent.type(screen.getByLabelText('Reason'), 'goes home');
  await userEvent.click(screen.getByRole('button', { name: 'Redeem $75' }));
  expect(screen.getByRole('dialog').textContent).toContain('$75 in chips leave the purse of Ann');
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Redeem $75' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Redeem $75' }));
  expect(order()).toEqual(['/api/cage', { account: 'a1', what: 'redeem', amount: 7_500, reason: 'goes home' }]);
});

it('offers the day before today by the calendar of the house, not by that of Greenwich', async () => {
  vi.stubEnv('TZ', 'Australia/Sydney');
  vi.useFakeTimers({ now: Date.parse('2026-11-19T22:00:00Z'), toFake: ['Date'] }); // nine in the morning of the 20th in Sydney
  render(Money);
  expect(await screen.findByRole('button', { name: 'Propose to close 2026-11-19' })).toBeTruthy();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('changes settings in words and dollars: no bare cents, no 0 for no', async () => {
  render(People);
  const setting = await screen.findByLabelText('Setting');
  expect(within(setting).getAllByRole('option').map((one) => one.textContent)).toEqual(['A check of age and identity comes before play: no', 'Up to how much a purse is filled with play chips; $0 for never: $10,000', 'Who may watch without a name: anybody, in a demonstration', 'Least age: 18']);
  await userEvent.selectOptions(screen.getByLabelText('New value'), 'yes');
  await userEvent.type(screen.getByLabelText('Why'), 'the law');
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(order()).toEqual(['/api/people/settings', { setting: 'identity_check', value: 1, reason: 'the law' }]);
  await userEvent.selectOptions(setting, 'Up to how much a purse is filled with play chips; $0 for never: $10,000');
  await userEvent.type(screen.getByLabelText('New value ($0 to $10,000,000)'), '2,500.50');
  await userEvent.type(screen.getByLabelText('Why'), 'less');
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(order()[1]).toMatchObject({ setting: 'refill_cents', value: 250_050 });
});

it('says that a report is being read, where the books are long', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  render(Reports);
  expect((await screen.findByRole('status')).textContent).toContain('the books are read');
});
