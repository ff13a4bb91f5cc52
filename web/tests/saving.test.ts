// A file that the room may refuse: saved under its name, or the refusal is told; a plain link would fail without a word.
import { beforeEach, expect, it, vi } from 'vitest';

import { save } from '../src/lib/asking';

const FAULT = { code: 'in-play', rule: ['house 25.4'], phrase: 'a hand of that day is still in play', legal: ['ask again'] };
let saved: string[] = [];

beforeEach(() => {
  saved = [];
  URL.createObjectURL = () => 'blob:day';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() { saved.push(`${this.href} ${this.download}`); };
});

const answering = (ok: boolean, told: unknown): void => {
  vi.stubGlobal('fetch', () => Promise.resolve({ ok, json: () => Promise.resolve(told), blob: () => Promise.resolve(new Blob(['{}'])) }));
};

it('saves a file under its name', async () => {
  answering(true, {});
  expect(await save('/api/office/day/2026-11-17', 'openfelt-2026-11-17.json')).toBe(null);
  expect(saved).toEqual(['blob:day openfelt-2026-11-17.json']);
});

it('tells why it was refused, and saves nothing', async () => {
  answering(false, { error: FAULT });
  expect(await save('/api/office/day/2026-11-17', 'x.json')).toEqual(FAULT);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect((await save('/api/office/day/2026-11-17', 'x.json'))?.code).toBe('offline');
  expect(saved).toEqual([]);
});
