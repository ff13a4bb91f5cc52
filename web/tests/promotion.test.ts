// What the desk of a promotion sends, and whether a draw's proof is checked.
import { describe, expect, it } from 'vitest';

import { entryFaults, type EntriesProof } from '../src/lib/proof';
import { begun, made } from '../src/lib/promotion/promotion';
import type { PromotionOffer } from '../src/lib/protocol';

const hex = (data: ArrayBuffer): string => [...new Uint8Array(data)].map((one) => one.toString(16).padStart(2, '0')).join('');
const hash = async (...parts: number[][]): Promise<string> => hex(await crypto.subtle.digest('SHA-256', new Uint8Array(parts.flat())));
const bytes = (text: string): number[] => [...new TextEncoder().encode(text)];
const SALT = '00'.repeat(16);
const NONE = Array.from({ length: 16 }, () => 0);

/** A draw of one entry: each leaf is its root, made here by hand from the documented parts. */
async function single(): Promise<EntriesProof> {
  const name = bytes('promotion/x/draw/1');
  const whose = bytes('ann');
  const root = await hash([0, 0, name.length], name, [0, 0, 0, 0], NONE);
  const entries = await hash([2, 0, name.length], name, [0, 0, 0, 0, 0, whose.length], whose, NONE);
  const one = { position: 0, entry: 0, player: 'ann', salt: SALT, path: [], entry_salt: SALT, entry_path: [] };
  return { draw: 'promotion/x/draw/1', size: 1, root, entries_root: entries, shown: [one], mine: [one] };
}

describe('the proof of a draw', () => {
  it('holds for what was told', async () => {
    expect(await entryFaults(await single())).toEqual([]);
  });
  it.each([
    ['another winner', { player: 'bob' }, 'root of the entries'],
    ['another salt', { salt: '01'.repeat(16) }, 'does not lead to the root'],
    ['a longer path', { path: ['00'.repeat(32)] }, 'does not lead to the root'],
  ])('does not hold for %s', async (_what, change, said) => {
    const proof = await single();
    const found = await entryFaults({ ...proof, mine: [], shown: [{ ...proof.shown[0]!, ...change }] });
    expect(found.join()).toContain(said);
  });
  it('holds where it is not told whose an entry is that was passed over, and not where a winner is not told', async () => {
    const proof = await single();
    const untold = { ...proof.shown[0]!, player: '', entry_salt: '', entry_path: [] };
    expect(await entryFaults({ ...proof, mine: [], shown: [{ ...untold, award: 0 }] })).toEqual([]);
    expect(await entryFaults({ ...proof, mine: [], shown: [{ ...untold, award: 1 }] })).not.toEqual([]);
    expect(await entryFaults({ ...proof, mine: [], shown: [{ ...untold, award: 0, salt: '01'.repeat(16) }] })).not.toEqual([]);
  });
  it('misses a position that was left out', async () => {
    const proof = await single();
    const found = await entryFaults({ ...proof, shown: [{ ...proof.shown[0]!, position: 1 }] });
    expect(found.join()).toContain('was not shown');
  });
});

const OFFER: PromotionOffer = {
  type: 'NoteChoice', title: 'Note', section: 'winners', cites: [], money: false,
  fields: [
    { name: 'award', label: 'Prize', kind: 'number-choice', choices: [{ value: '2', label: 'prize 2' }] },
    { name: 'cash_cents', label: 'Cash', kind: 'money' },
    { name: 'alternative', label: 'Alternative', kind: 'yes' },
    { name: 'told', label: 'Told', kind: 'choice', choices: [{ value: '', label: 'not yet' }] },
    { name: 'players', label: 'Who', kind: 'several' },
  ],
};

describe('an order of the desk', () => {
  it('sends numbers as numbers, money as cents, and leaves out what is not chosen', () => {
    const { order } = made(OFFER, { ...begun(OFFER), cash_cents: '12.50', players: 'ann, bob' });
    expect(order).toEqual({ type: 'NoteChoice', award: 2, cash_cents: 1250, alternative: false, players: ['ann', 'bob'] });
  });
  it('names a sum that cannot be read', () => {
    expect(made(OFFER, { ...begun(OFFER), cash_cents: 'much' })).toEqual({ order: null, bad: 'cash_cents' });
  });
});
