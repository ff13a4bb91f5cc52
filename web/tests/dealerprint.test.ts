// What a dealer prints: every line in words, on a sheet that stands beside the page so that the page takes no paper.
import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import type { Line } from '../src/lib/protocol';
import DealerPrint from '../src/lib/table/DealerPrint.svelte';
import { place, tableState } from './samples';

const SIGN = { lines: [{ text: { phrase: 'Stake: {least} to {most}', parts: { least: { money: 4_000 }, most: { money: 40_000 } } }, cites: ['nsw-poker 8.1'] }] };
const told = tableState({ number: 3, limit: { phrase: 'no limit, least bet {bet}', parts: { bet: { money: 200 } } }, places: [place({ name: 'Ruth' })] });

const line = (changes: Partial<Line>): Line => ({ seq: 1, cites: [], kind: '', phrase: '', ...changes });

afterEach(() => vi.unstubAllGlobals());

async function printed(button: string): Promise<string> {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  vi.stubGlobal('fetch', () => Promise.resolve({ json: () => Promise.resolve(SIGN) }));
  render(DealerPrint, { table: 'Hall', told, lines: [line({ seq: 1, kind: 'HandOpened', phrase: 'hand 3' }), line({ seq: 2, phrase: 'Ruth checks' })] });
  await userEvent.click(screen.getByRole('button', { name: button }));
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
  return document.querySelector('body > .sheet')!.textContent!;
}

it.each([
  ['Print hand 3', ['no limit, least bet $2', 'Ruth checks']],
  ['Print the sign', ['Stake: $40 to $400', 'nsw-poker 8.1']],
  ['Print seat cards', ['Seat 1', 'Ruth']],
])('%s has its words', async (button, words) => {
  const text = await printed(button);
  for (const one of words) expect(text).toContain(one);
  expect(text).not.toContain('[object');
});

it('is gone with the page', async () => {
  await printed('Print seat cards');
  cleanup();
  expect(document.querySelector('body > .sheet')).toBeNull();
});
