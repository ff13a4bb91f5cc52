// How a hand ended, in the order in which people read it.
import { expect, it } from 'vitest';

import type { Line } from '../src/lib/protocol';
import { results } from '../src/lib/table/standing';

const line = (kind: string, cents: number, seq: number): Line => ({ seq, kind, cites: [], phrase: '{amount}', parts: { amount: { money: cents } } });

it('names the winner first, then what the house took, and no fee of nothing', () => {
  const fee = line('CommissionTaken', 50, 1);
  const pot = line('PotAwarded', 900, 2);
  expect(results([fee, pot, line('HandEnded', 0, 3)])).toEqual([pot, fee]);
  expect(results([line('CommissionTaken', 0, 1), pot])).toEqual([pot]);
});
