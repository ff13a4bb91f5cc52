// The course of a result: sums after each step, and a line through them in a box. Data only, so that it is tested without a page.
export interface Point { at: number; sum: number }

/** Sums after each step; the last is `total`, so that a course whose beginning is not told begins where it must. */
export function course(steps: readonly { at: number; net: number }[], total: number): Point[] {
  let sum = total - steps.reduce((all, one) => all + one.net, 0);
  return steps.map((one) => ({ at: one.at, sum: (sum += one.net) }));
}

/** Round numbers between a least and a greatest sum, at most so many apart, for the lines behind a chart. */
export function marks(least: number, most: number, wanted = 4): number[] {
  const span = Math.max(1, most - least);
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power);
  const found: number[] = [];
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) found.push(at === 0 ? 0 : at);
  return found;
}

export interface Drawn { line: string; area: string; zero: number; marks: { at: number; y: number }[] }

/** The points as a line in a box: one step of the way to the right for each, the greatest sum at the top. Nil is always in it. */
export function drawn(points: readonly Point[], width: number, height: number): Drawn {
  const sums = [0, ...points.map((one) => one.sum)];
  const least = Math.min(...sums);
  const most = Math.max(...sums, least + 1);
  const y = (sum: number) => height - ((sum - least) / (most - least)) * height;
  const x = (index: number) => (points.length > 1 ? (index / (points.length - 1)) * width : width / 2);
  const places = points.map((one, index) => `${x(index).toFixed(1)},${y(one.sum).toFixed(1)}`);
  const line = places.length ? `M${places.join('L')}` : '';
  const area = places.length ? `${line}L${x(points.length - 1).toFixed(1)},${y(0).toFixed(1)}L${x(0).toFixed(1)},${y(0).toFixed(1)}Z` : '';
  return { line, area, zero: y(0), marks: marks(least, most).map((at) => ({ at, y: y(at) })) };
}

/** A share of hands in whole percents, or a dash where there is none to share. */
export const percent = (part: number, whole: number): string => (whole ? `${Math.round((100 * part) / whole)}%` : '–');
