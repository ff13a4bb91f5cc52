// Whoever chooses a name at a table comes back to that table, and to no other place.
import { expect, it } from 'vitest';

import { cameFor, nameFor } from '../src/lib/comingIn';

it('leads back to the table that was left', () => {
  expect(cameFor(nameFor('table', 'Back Room').slice(1))).toBe('/table/Back%20Room');
  expect(cameFor('?to=/pit/Civic')).toBe('/pit/Civic');
});

it('leads nowhere else', () => {
  for (const to of ['', '/office', '/table/', '/table/a/b', '//table/a', 'https://elsewhere/table/a', '/table/a\\b', '/table/a%3Fb=1', '/table/a%23b']) expect(cameFor(`?to=${to}`)).toBe('');
});
