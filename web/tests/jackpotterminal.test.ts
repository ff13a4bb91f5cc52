// The controller and the terminal of a jackpot: what is shown, and exactly what each button and form sends.
import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { HitView, JackpotView, TerminalView } from '../src/lib/protocol';
import Terminal from '../src/views/jackpot/Terminal.svelte';

const sent: [string, Record<string, unknown>][] = [];
let answer: unknown = { done: true };
const look = vi.fn(() => Promise.resolve());

const hit = (more: Partial<HitView> = {}): HitView => ({ number: 3, event: 'Royal flush', cents: 1_250_000, claimed: true, ended_ms: 1_000, hand: 41, phase: 'locked', shares: [], table: 'Harbour', ...more });
const METERS = { base: 100, increments: 200, reseeds: 300, top_ups: 400, adjusted: 500, paid: 600, held: 700, returned: 800, hits: 9, wins: 12 };
const terminal = (more: Partial<TerminalView> = {}): TerminalView => ({ changes: [], failure: null, last_hits: [], linkable: [], meters: METERS, offices: [], toml: 'title = "x"', ...more });
const jackpot = (more: Partial<JackpotView> = {}): JackpotView => ({ name: 'big one', title: 'Big one', book: 'nsw-poker', game: 'texas-holdem', deck: 52, cents: 123_456, increment_cents: 50, events: [], hits: [], offer_ends: 'until won', phase: 'open', tables: [], ...more });

function shown(of: Partial<JackpotView> = {}, at: Partial<TerminalView> = {}): void {
  render(Terminal, { pool: 'big one', jackpot: jackpot(of), terminal: terminal(at), look });
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);

/** The latest order: its address after the jackpot's own, and its body without the id that every order has. */
function order(): [string, Record<string, unknown>] {
  const [path, { id, ...body }] = sent.at(-1)!;
  expect(String(id)).not.toBe('');
  expect(path.startsWith('/api/jackpots/big%20one/')).toBe(true);
  return [path.slice('/api/jackpots/big%20one/'.length), body];
}

beforeEach(() => {
  sent.length = 0;
  answer = { done: true };
  look.mockClear();
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    if (how?.body) sent.push([path, JSON.parse(String(how.body)) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(answer) });
  });
});

describe('meters, hits and changes', () => {
  it('shows every meter of the regulator and the pool', () => {
    shown();
    const told = Object.fromEntries([...document.querySelectorAll('dl > div')].map((one) => [one.querySelector('dt')!.textContent, one.querySelector('dd')!.textContent]));
    expect(told).toEqual({ Base: '$1', Increments: '$2', Reseeds: '$3', 'Top-ups': '$4', Adjusted: '$5', Paid: '$6', 'Set aside': '$7', Returned: '$8', Hits: '9', Wins: '12', Pool: '$1,234.56' });
  });

  it('shows the latest hits and every change with its clause', () => {
    shown({}, { last_hits: [hit({ phase: 'paid' }), hit({ number: 2, phase: 'waits' })], changes: [{ at_ms: 0, cites: ['nsw-poker 30.16'], text: 'other parameters' }] });
    expect(screen.getByRole('heading', { name: 'Latest hits' })).toBeTruthy();
    const rows = within(screen.getByRole('table', { name: 'The latest hits' })).getAllByRole('row').slice(1);
    expect(rows.map((one) => one.lastElementChild!.textContent)).toEqual(['paid', 'pending']);
    expect(rows[0]!.textContent).toContain('Harbour 41');
    expect(rows[0]!.textContent).toContain('$12,500');
    expect(screen.getByText(/other parameters/).textContent).toContain('30.16');
  });
});

describe('a hit', () => {
  it('is verified while it is locked, and not paid before', async () => {
    shown({ hits: [hit({ claimed: false }), hit({ number: 2, phase: 'paid' })] });
    expect(screen.getByText(/not claimed/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay hit 2' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Pay hit 3' }).hasAttribute('disabled')).toBe(true);
    await press('Verify hit 3');
    expect(order()).toEqual(['verify', { hit: 3 }]);
    expect(look).toHaveBeenCalledOnce();
  });

  it('is paid once somebody has verified it', async () => {
    shown({ hits: [hit({ phase: 'verified', verified_by: 'Kim' })] });
    expect(screen.getByText(/verified by Kim/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Verify hit 3' }).hasAttribute('disabled')).toBe(true);
    await press('Pay hit 3');
    expect(sent).toEqual([]); // what it pays, and whom, is read first
    await press('Pay $12,500');
    expect(order()).toEqual(['pay', { hit: 3 }]);
  });

  it('says why it is refused, with the clause', async () => {
    answer = { error: { code: 'own-act', rule: ['house 23.9'], phrase: 'another person pays', legal: ['another officer'] } };
    shown({ hits: [hit({ phase: 'verified' })] });
    await press('Pay hit 3');
    await press('Pay $12,500');
    expect((await screen.findByRole('alert')).textContent).toContain('another person pays');
  });
});

describe('tables, display and signs', () => {
  it('links a table that is chosen, with its sign and console, and takes one off', async () => {
    shown({ tables: ['Harbour'] }, { linkable: ['River', 'Quay'] });
    await userEvent.selectOptions(screen.getByLabelText('Link a table'), 'Quay');
    await userEvent.click(screen.getByLabelText(/a sign at the table/));
    await press('Link it');
    expect(order()).toEqual(['link', { table: 'Quay', signed: true, console: false }]);
    await userEvent.click(screen.getByLabelText(/console there/));
    await press('Link it');
    expect(order()[1].console).toBe(true);
    await press('Take Harbour off');
    expect(order()).toEqual(['unlink', { table: 'Harbour' }]);
  });

  it('has no form to link where no table may be linked', () => {
    shown();
    expect(screen.queryByRole('button', { name: 'Link it' })).toBeNull();
  });

  it('compares what the display shows, in cents, and sends no sum that cannot be read', async () => {
    shown();
    await type('The display shows $', 'much');
    expect(screen.getByRole('button', { name: 'Compare with the terminal' }).hasAttribute('disabled')).toBe(true);
    await userEvent.clear(screen.getByLabelText('The display shows $'));
    await type('The display shows $', '1,234.50');
    await press('Compare with the terminal');
    expect(order()).toEqual(['display', { shows_cents: 123_450 }]);
  });

  it('puts up a sign of other parameters, which are then changed', async () => {
    const before = Date.now();
    shown({ sign: { change_at_ms: 1, ends: false, lines: [], shown_ms: 0 } });
    await press('Put up the sign');
    const [kind, body] = order();
    expect([kind, body.toml]).toEqual(['notice-of-change', 'title = "x"']);
    const late = Number(body.change_at_ms) - before - 20 * 60_000;
    expect(late >= 0 && late < 60_000).toBe(true);
    await press('Change the parameters');
    expect(order()).toEqual(['change', {}]);
  });

  it('puts up the sign of the end, which then comes', async () => {
    shown({ sign: { change_at_ms: 1, ends: true, lines: [], shown_ms: 0 } });
    await userEvent.click(screen.getByLabelText('the jackpot ends'));
    expect(screen.queryByText('The next parameters')).toBeNull();
    await press('Put up the sign');
    expect(order()[1].toml).toBe('');
    await press('End the jackpot');
    await press(/^End it: \$1,234\.56/);
    expect(order()).toEqual(['end', {}]);
  });
});

describe('a malfunction', () => {
  it('is reported with its part', async () => {
    shown();
    await userEvent.selectOptions(screen.getByLabelText('Part'), 'console');
    await type('What fails', 'no light');
    await press('Report it');
    expect(order()).toEqual(['malfunction', { part: 'console', what: 'no light' }]);
  });

  it('has notices whose receipt is entered, adjustments both ways, and an amount that is confirmed', async () => {
    shown({}, { failure: { part: 'display', what: 'dark', since_ms: 1_000, notices: [{ to: 'the Authority' }, { to: 'the operator', reference: 'R 7' }] } });
    expect(screen.getByText(/received \(R 7\)/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'the Authority has it' }).hasAttribute('disabled')).toBe(true);
    await type('Reference of the receipt', 'R 8');
    await press('the Authority has it');
    expect(order()).toEqual(['received', { to: 'the Authority', reference: 'R 8' }]);
    await type('Adjust the pool by $', '12.50');
    await type('Reason', 'counted twice');
    await press('Adjust');
    await press('Put $12.50 in');
    expect(order()).toEqual(['adjust', { by_cents: 1_250, reason: 'counted twice' }]);
    await type('Adjust the pool by $', '12.50');
    await type('Reason', 'counted twice');
    await userEvent.click(screen.getByLabelText('take it out'));
    await press('Adjust');
    await press('Take $12.50 out');
    expect(order()[1].by_cents).toBe(-1_250);
    await type('The amount is $', '1234.56');
    await press('Confirm the amount');
    await press('Confirm $1,234.56');
    expect(order()).toEqual(['confirm', { cents: 123_456 }]);
    expect(screen.queryByRole('button', { name: 'Report it' })).toBeNull();
  });
});
