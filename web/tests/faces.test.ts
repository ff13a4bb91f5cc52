// The picture of a player comes from the name alone, and its letter can be read on every hue.
import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';

import Face from '../src/lib/ui/Face.svelte';
import { faceOf, HUES } from '../src/lib/ui/faces';

/** Relative luminance of a colour such as #7a4c6e (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(HUES)('has a letter that is read on %s', (hue) => {
  expect(1.05 / (luminance(hue) + 0.05)).toBeGreaterThanOrEqual(4.5);
});

it('is the same for the same name, and not for all', () => {
  expect(faceOf('Ann')).toEqual(faceOf('Ann'));
  expect(new Set(['Ann', 'Bea', 'Cleo', 'Dan', 'Eve', 'Finn'].map((one) => faceOf(one).hue)).size).toBeGreaterThan(1);
  expect([faceOf('ann').letter, faceOf('élodie').letter, faceOf('').letter]).toEqual(['A', 'É', '']);
});

it('shows the letter on its hue, and is nothing to a screen reader', () => {
  const { container } = render(Face, { name: 'Ann' });
  const face = container.querySelector('i')!;
  expect(face.dataset.letter).toBe('A');
  expect(face.getAttribute('aria-hidden')).toBe('true');
});
