// Offices: an operator appoints and ends them, an officer hands one over and says when absent.
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import Offices from '../src/lib/Offices.svelte';
import { room } from '../src/lib/room.svelte';

const TOLD = {
  offices: ['dealer', 'gaming supervisor'],
  holders: [
    { account: 'a1', name: 'Kim', offices: [{ office: 'dealer', at: '' }], absent: false },
    { account: 'a2', name: 'Lee', offices: [{ office: 'gaming supervisor', at: '' }], absent: true },
  ],
};
let sent: [string, Record<string, unknown>][] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (path: string, how?: { body: string }) => {
    if (how) sent.push([path, JSON.parse(how.body) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(how ? { done: true } : TOLD) });
  });
});

it('lets an operator appoint, with a reason', async () => {
  room.me = { id: 'a9', name: 'Boss', roles: ['operator'], guest: false, purse: 0 };
  render(Offices, { people: [{ id: 'a3', name: 'Max', closed: false }, { id: 'a4', name: 'Gus', guest: true, closed: false }] });
  const user = userEvent.setup();
  const appoint = await screen.findByRole('button', { name: 'Appoint' });
  expect(appoint).toHaveProperty('disabled', true);
  expect(screen.queryByRole('option', { name: 'Gus' })).toBeNull();
  await user.type(screen.getByLabelText('Reason'), 'a new colleague');
  await user.selectOptions(screen.getByLabelText('Appoint'), 'Max');
  await user.selectOptions(screen.getByLabelText('to'), 'dealer');
  await user.click(appoint);
  expect(await screen.findByRole('status')).toHaveProperty('textContent', 'Appointed');
  expect(sent[0]).toMatchObject(['/api/offices', { account: 'a3', office: 'dealer', reason: 'a new colleague' }]);
});

it('lets an officer hand over and be absent, and nobody end an office', async () => {
  room.me = { id: 'a1', name: 'Kim', roles: ['dealer'], guest: false, purse: 0, officer: true };
  render(Offices);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Reason'), 'a break');
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Absent' }));
  await user.type(screen.getByLabelText('Reason'), 'end of the shift');
  await user.selectOptions(screen.getByLabelText('Hand over'), 'dealer');
  await user.selectOptions(screen.getByLabelText('to'), 'Lee');
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  expect(sent).toMatchObject([
    ['/api/offices/absence', { account: 'a1', absent: true, reason: 'a break' }],
    ['/api/offices/hand-over', { to: 'a2', office: 'dealer', reason: 'end of the shift' }],
  ]);
});
