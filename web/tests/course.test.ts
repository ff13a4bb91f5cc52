import { describe, expect, it } from 'vitest';

import { course, drawn, marks, percent } from '../src/lib/past/course';

describe('the course of a result', () => {
  it('ends at the total and begins where it must', () => {
    expect(course([{ at: 1, net: 100 }, { at: 2, net: -40 }], 500).map((one) => one.sum)).toEqual([540, 500]);
    expect(course([], 500)).toEqual([]);
  });

  it('has round marks, nil among them where it lies between', () => {
    expect(marks(-300, 700)).toContain(0);
    for (const one of marks(-12_345, 67_890)) expect(one % 1000).toBe(0);
    expect(marks(0, 1).length).toBeGreaterThan(0);
  });

  it('draws the greatest sum at the top, the least at the foot, nil between', () => {
    const made = drawn([{ at: 0, sum: -100 }, { at: 1, sum: 300 }], 400, 200);
    expect(made.line).toBe('M0.0,200.0L400.0,0.0');
    expect(made.zero).toBe(150);
  });

  it('draws one point, and none', () => {
    expect(drawn([{ at: 0, sum: 5 }], 400, 200).line).toBe('M200.0,0.0');
    expect(drawn([], 400, 200).line).toBe('');
  });

  it('counts shares in whole percents', () => {
    expect([percent(1, 3), percent(0, 5), percent(0, 0)]).toEqual(['33%', '0%', '–']);
  });
});
