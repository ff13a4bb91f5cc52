// Who plays, by chips: the way to each table is called as it is written.
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';

import Standings from '../src/lib/tournament/Standings.svelte';
import { eventView, player, table } from './eventsamples';

it('calls the way to a table by the word that stands there', () => {
  const final = table({ number: 13, table: 'duels 13', label: { phrase: 'final' }, players: [player({ player: 'c1', name: 'Cy' })] });
  render(Standings, { state: eventView({ tables: [table(), final] }) });
  for (const link of screen.getAllByRole('link')) expect(link.getAttribute('aria-label')).toBe(`Watch ${link.textContent}`);
  expect(screen.getByRole('link', { name: 'Watch final' })).toBeTruthy();
});
