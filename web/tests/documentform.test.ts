// A document as a form: its items in plain words, what each answer sends, and what is wrong beside the item that it is about.
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import DocumentForm from '../src/lib/DocumentForm.svelte';
import type { DocumentSheet } from '../src/lib/protocol';

const sent: Record<string, unknown>[] = [];
const FIELDS: DocumentSheet['fields'] = [
  { item: 'base_cents', part: '', label: 'the base amount', kind: 'money', value: '10000', cites: ['nsw-poker 30.3'] },
  { item: 'events.1.kind', part: 'event 1', label: 'the pattern', kind: 'choice', value: '', choices: [{ value: 'hand', label: 'a hand of a kind' }] },
  { item: 'events.1.dealt_in', part: 'event 1', label: 'how many must be dealt in', kind: 'number', value: '1' },
];
const GAPS: DocumentSheet['gaps'] = [
  { item: 'events.1.kind', message: 'nothing is said of the pattern', cites: [], allowed: [], kind: 'gap' },
  { item: 'events.1.dealt_in', message: 'a round of play has two players at least', cites: [], allowed: ['2'], kind: 'contradiction' },
];
const sheet = (toml: string): DocumentSheet => ({ toml, fields: FIELDS, gaps: GAPS, parts: [{ item: 'events.1', label: 'event 1' }], adds: [{ value: 'event', label: 'Another event' }] });
let refusal: unknown = null;

beforeEach(() => {
  sent.length = 0;
  refusal = null;
  vi.stubGlobal('fetch', (_path: string, how: RequestInit) => {
    const body = JSON.parse(String(how.body)) as { toml: string; answers?: unknown };
    sent.push(body);
    const answer = refusal && body.answers ? { error: refusal } : sheet(body.answers ? `${body.toml}+` : body.toml);
    return Promise.resolve({ json: () => Promise.resolve(answer) });
  });
});

async function shown(): Promise<void> {
  render(DocumentForm, { address: '/api/jackpots/try', toml: 'a', label: 'Parameters' });
  await screen.findByLabelText('The base amount');
}

describe('a document as a form', () => {
  it('names its items in words, amounts in dollars, and says what is to be answered', async () => {
    await shown();
    expect(screen.getByLabelText<HTMLInputElement>('The base amount').value).toBe('10000');
    expect(screen.getByText('in dollars')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Event 1' })).toBeTruthy();
    expect(screen.getByText('to be answered')).toBeTruthy();
    expect(screen.getByText(/two players at least; 2/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/_cents|dealt_in/);
  });

  it('puts one answer after the other into the text that the one before left', async () => {
    await shown();
    await userEvent.clear(screen.getByLabelText('The base amount'));
    await userEvent.type(screen.getByLabelText('The base amount'), '2.50{Enter}');
    await userEvent.selectOptions(screen.getByLabelText('The pattern'), 'a hand of a kind');
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.slice(1)).toEqual([
      { toml: 'a', answers: [{ item: 'base_cents', value: '2.50' }] },
      { toml: 'a+', answers: [{ item: 'events.1.kind', value: 'hand' }] },
    ]);
  });

  it('adds a part and takes one out', async () => {
    await shown();
    await userEvent.click(screen.getByRole('button', { name: 'Another event' }));
    await userEvent.click(screen.getByRole('button', { name: 'Take event 1 out' }));
    await waitFor(() => expect(sent.slice(1)).toEqual([{ toml: 'a', add: 'event' }, { toml: 'a', remove: 'events.1' }]));
  });

  it('says beside an item why its answer is none', async () => {
    await shown();
    refusal = { code: 'notation', rule: [], phrase: 'the base amount: “much” is no answer', legal: ['200 or 2.50'] };
    await userEvent.type(screen.getByLabelText('The base amount'), 'x{Enter}');
    const field = screen.getByLabelText('The base amount');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.parentElement!.textContent).toContain('“much” is no answer; 200 or 2.50');
  });

  it('is folded where it is long: a part opens by itself if something in it is to be answered', async () => {
    render(DocumentForm, { address: '/api/jackpots/try', toml: 'a', label: 'Parameters', folded: true });
    const shut = (await screen.findByText('Parameters', { selector: 'summary b' })).closest('details')!;
    const open = screen.getByText('Event 1', { selector: 'summary b' }).closest('details')!;
    expect([shut.open, open.open]).toEqual([false, true]);
    expect(shut.querySelector('summary')!.textContent).toContain('the base amount 10000');
    expect(open.querySelector('summary')!.textContent).toContain('2 to answer');
  });

  it('knows nothing of the document from a change on until it is answered, so that nothing is sent meanwhile', async () => {
    const told: (DocumentSheet | null)[] = [];
    render(DocumentForm, { address: '/api/jackpots/try', toml: 'a', label: 'Parameters', ontold: (sheet: DocumentSheet | null) => told.push(sheet) });
    await userEvent.type(await screen.findByLabelText('The base amount'), '5{Enter}');
    await waitFor(() => expect(told.map((one) => one?.toml ?? null)).toEqual(['a', null, 'a+']));
    await userEvent.type(screen.getByRole('textbox', { name: 'Parameters as a file' }), 'b');
    expect(told.at(-1)).toBeNull();
    await userEvent.tab();
    await waitFor(() => expect(told.at(-1)?.toml).toBe('a+b'));
  });
});
