// Which chips lie for an amount: the fewest, the largest first, in a few columns.

/** The chips there are, in cents; the chips of a tournament are counted as dollars. */
export const CHIPS = [2_500_000, 500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50] as const;

const TALLEST = 5;

/** The columns of an amount, each a chip and how many lie on one another. What would need more columns is left out: the sum stands beside it. */
export function columns(amount: number, most: number): [chip: number, count: number][] {
  const found: [number, number][] = [];
  let left = amount;
  for (const chip of CHIPS) {
    let count = Math.floor(left / chip);
    left -= count * chip;
    for (; count > 0 && found.length < most; count -= TALLEST) found.push([chip, Math.min(TALLEST, count)]);
  }
  return found;
}
