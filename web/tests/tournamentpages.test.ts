// The pages of tournaments: what they show, and exactly what their buttons send.
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { EventView } from '../src/lib/protocol';
import { room } from '../src/lib/room.svelte';
import EventCorners from '../src/lib/table/EventCorners.svelte';
import Desk from '../src/views/tournament/Desk.svelte';
import EventList from '../src/views/tournament/EventList.svelte';
import EventPage from '../src/views/tournament/EventPage.svelte';
import Print from '../src/views/tournament/Print.svelte';
import Wall from '../src/views/tournament/Wall.svelte';
import Table from '../src/views/Table.svelte';
import { clock, entry, eventOffer, eventView, level, place as placed, staffView, summary } from './eventsamples';
import { handView, place, seatView, tableState } from './samples';

const sent: [string, Record<string, unknown>][] = [];
let answers: Record<string, unknown> = {};

beforeEach(() => {
  sent.length = 0;
  answers = {};
  room.me = { id: 'a1', name: 'Ann', roles: ['player'], guest: true, purse: 1_000_000 };
  room.ready = true;
  vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
    if (how?.body) sent.push([path, JSON.parse(String(how.body)) as Record<string, unknown>]);
    return Promise.resolve({ json: () => Promise.resolve(answers[path] ?? { done: true, title: '', book: 'the book', version: 2, digest: 'abc', parts: [], missing: [], toml: '' }) });
  });
});
afterEach(() => {
  room.me = null;
  room.lobby = null;
  room.events = {};
  room.tables = {};
});

/** The page follows what the room tells; here it was told before. */
function told(state: EventView): EventView {
  room.knowEvent(state);
  return state;
}

describe('the list of tournaments', () => {
  it('says what each is, costs and where it stands, and marks one’s own', async () => {
    room.lobby = { type: 'lobby', purse: 0, tables: [], entered: ['harbour'], events: [summary(), summary({ name: 'turbo', title: 'Turbo', phase: 'started', enters: false, running: true, level: 7, remaining: 23, entries: 54 })] };
    render(EventList);
    const [, first, second] = screen.getAllByRole('row');
    expect(first!.textContent).toMatch(/Harbour Freeze Out.*entered.*No limit Texas Hold'em.*\$20 \+ \$2.*41 of 64.*\$820.*entries open/s);
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('/tournament/harbour');
    expect(second!.textContent).toMatch(/23 of 54.*level 7/s);
    await userEvent.click(screen.getByRole('button', { name: /^Mine/ }));
    expect(screen.queryByText('Turbo')).toBeNull();
  });
});

describe('entering', () => {
  const OPEN = eventView({ phase: 'open', enters: true, clock: null, tables: [], moves: [], places: [] });

  it('shows each step with its sum, and sends the order of the step that is due', async () => {
    told({ ...OPEN, me: entry({ paid: ['fee'] }) });
    render(EventPage, { event: 'harbour' });
    const steps = screen.getByRole('list', { name: 'Steps of entry' });
    const items = within(steps).getAllByRole('listitem');
    expect(items.map((one) => one.className.includes('done'))).toEqual([true, true, true, false, false]);
    expect(items[2]!.textContent).toContain('Entry fee $2');
    expect(items[3]!.getAttribute('aria-current')).toBe('step');
    await userEvent.click(within(items[3]!).getByRole('button', { name: 'Pay the buy-in: $20' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]![0]).toBe('/api/tournaments/harbour/entry');
    expect(sent[0]![1]).toMatchObject({ order: { type: 'PayBuyIn' } });
    expect(String(sent[0]![1].id)).toBeTruthy();
  });

  it('asks before an entry is given up, and staying sends nothing', async () => {
    told({ ...OPEN, me: entry({ offers: [eventOffer({ kind: 'Withdraw', title: 'Withdraw and have $22 back', cents: 0, order: { type: 'Withdraw', forfeits: false } })] }) });
    render(EventPage, { event: 'harbour' });
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw and have $22 back' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Leave it' }));
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw and have $22 back' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Withdraw and have $22 back' }));
    await waitFor(() => expect(sent.at(-1)?.[1]).toMatchObject({ order: { type: 'Withdraw', forfeits: false } }));
  });

  it('tells a refusal with its clause beside the button', async () => {
    answers['/api/tournaments/harbour/entry'] = { error: { code: 'purse', rule: ['nsw-poker 28.1.1'], phrase: 'your purse holds $5', legal: ['bring $15 more'] } };
    told({ ...OPEN, me: entry() });
    render(EventPage, { event: 'harbour' });
    await userEvent.click(screen.getByRole('button', { name: 'Pay the buy-in: $20' }));
    const refusal = await screen.findByRole('alert');
    expect(refusal.textContent).toMatch(/28\.1\.1.*Refused\..*your purse holds \$5.*bring \$15 more/s);
  });

  it('is not offered to whoever has no entry once it has begun', () => {
    told(eventView({ me: entry({ status: 'none', offers: [] }) }));
    render(EventPage, { event: 'harbour' });
    expect(screen.queryByRole('list', { name: 'Steps of entry' })).toBeNull();
  });
});

describe('a running tournament', () => {
  const SEATED = entry({ status: 'playing', due: [], offers: [], table: 'harbour 2', number: 2, seat: 7, chips: 16_080, rank: 9 });

  it('shows my seat, chips, place, the average and what the next elimination is worth', () => {
    told(eventView({ me: SEATED }));
    render(EventPage, { event: 'harbour' });
    const mine = screen.getByRole('region', { name: 'My seat' });
    expect(mine.textContent).toMatch(/Table 2, seat 7.*16,080.*9th of 23.*18,782/s);
    expect(mine.textContent).toContain('Whoever goes out next wins nothing; after 21 more eliminations a place wins $432.');
    expect(within(mine).getByRole('link', { name: 'Go to my table' }).getAttribute('href')).toBe('/table/harbour%202');
  });

  it('shows moves and places with their reasons', () => {
    told(eventView({ me: SEATED }));
    render(EventPage, { event: 'harbour' });
    expect(screen.getByRole('article', { name: 'Moves' }).textContent).toMatch(/Bob moves to table 1, seat 5, from table 4, seat 2\..*next for the big blind there and here.*blinds within two hands.*Ann would have had it twice/s);
    expect(screen.getByText('24th').closest('li')!.textContent).toMatch(/Cy.*by the lower stack before the hand.*28\.8\.3/s);
  });

  it('offers a re-buy with its price, its chips and its time, and sends it', async () => {
    told(eventView({ me: { ...SEATED, offers: [eventOffer({ kind: 'BuyChips', title: 'Take a re-buy', cents: 2000, chips: 8000, until_ms: 1_042_000, order: { type: 'BuyChips', what: 're-buy' } })] } }));
    render(EventPage, { event: 'harbour' });
    const button = screen.getByRole('button', { name: /^Take a re-buy: \$20 for 8,000 chips \(0:4[12]\)$/ });
    await userEvent.click(button);
    await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ order: { type: 'BuyChips', what: 're-buy' } }));
  });

  it('counts down by itself', async () => {
    vi.useFakeTimers();
    told(eventView());
    render(Wall, { event: 'harbour' });
    expect(screen.getByRole('timer').textContent).toBe('6:12');
    await vi.advanceTimersByTimeAsync(5000);
    await tick();
    expect(screen.getByRole('timer').textContent).toBe('6:07');
    told(eventView({ clock: clock({ runs: false, left_ms: 300_000 }) }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(screen.getByRole('timer').textContent).toBe('5:00');
    expect(screen.getByRole('heading', { name: 'Level 7, stopped' })).toBeTruthy();
  });
});

describe('a bracket', () => {
  it('says round by round who meets whom, who is ahead and who has a bye', () => {
    const rounds = [[{ name: 'Ann', other: '', wins: 0, other_wins: 0, you: true }, { name: 'Bob', other: 'Cy', wins: 1, other_wins: 2 }], [{ name: 'Ann', other: 'Cy', wins: 0, other_wins: 0, you: true }]];
    told(eventView({ bracket: rounds as never }));
    render(EventPage, { event: 'harbour' });
    const shown = within(screen.getByRole('group', { name: 'Bracket' }));
    expect(shown.getAllByRole('heading').map((one) => one.textContent)).toEqual(['Semi-finals', 'Final']);
    expect(shown.getAllByRole('listitem').map((one) => one.textContent!.replace(/\s+/g, ' ').trim())).toEqual(['Ann has a bye', 'Bob1 Cy2', 'Ann0 Cy0']);
  });
});

describe('what stacks are worth', () => {
  const WORTH = '/api/tournaments/harbour/worth';

  it('is asked for, and shown with its bound', async () => {
    answers[WORTH] = { cents: 10_000, error_cents: 0.000001, cites: ['nsw-poker 27.1'], rows: [{ player: 'a1', name: 'Ann', chips: 50, cents: 3839 }, { player: 'b1', name: 'Bob', chips: 30, cents: 3275 }] };
    told(eventView());
    render(EventPage, { event: 'harbour' });
    await userEvent.click(screen.getByRole('button', { name: 'What are the stacks worth?' }));
    const rows = within(await screen.findByRole('table', { name: 'What the stacks are worth' })).getAllByRole('row');
    expect(rows[1]!.textContent).toMatch(/Ann.*50.*\$38\.39/s);
    expect(screen.getByText(/Of \$100 that is played for.*less than a hundredth of a cent/)).toBeTruthy();
  });

  it('is refused with the clause while somebody plays', async () => {
    answers[WORTH] = { error: { code: 'in-play', rule: ['nsw-poker 28.9.1'], phrase: 'not told while anybody plays', legal: ['once you are out'] } };
    told(eventView());
    render(EventPage, { event: 'harbour' });
    await userEvent.click(screen.getByRole('button', { name: 'What are the stacks worth?' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/28\.9\.1.*not told while anybody plays.*once you are out/s);
    expect(screen.queryByRole('table', { name: 'What the stacks are worth' })).toBeNull();
  });

  it('may be divided in sums of one’s own, in dollars, and no other text is sent', async () => {
    const shares = [['a1', 6000], ['b1', 4050]];
    const own = eventOffer({ kind: 'ProposeDeal', title: 'Propose a division of your own', cents: 0, order: { type: 'ProposeDeal', method: 'custom', shares }, fields: [{ name: 'shares', label: 'What each player has', kind: 'shares', value: shares as never }] });
    told(eventView({ me: entry({ status: 'playing', due: [], offers: [own], table: 'harbour 1', number: 1, seat: 1 }) }));
    render(EventPage, { event: 'harbour' });
    await userEvent.click(screen.getByRole('button', { name: 'Propose a division of your own' }));
    const dialog = within(screen.getByRole('dialog'));
    const [ann, bob] = [dialog.getByLabelText('Ann'), dialog.getByLabelText('Bob')];
    expect([(ann as HTMLInputElement).value, (bob as HTMLInputElement).value]).toEqual(['60', '40.50']);
    await userEvent.clear(ann);
    await userEvent.type(ann, 'half');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose a division of your own' }));
    expect(dialog.getByText('“half” is no amount. Write 200 or 2.50')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.clear(ann);
    await userEvent.type(ann, '55.50');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose a division of your own' }));
    await waitFor(() => expect(sent.at(-1)?.[1]).toMatchObject({ order: { type: 'ProposeDeal', method: 'custom', shares: [['a1', 5550], ['b1', 4050]] } }));
  });

  it('stands beside a deal that is put to the vote, to its voters', () => {
    const share = { player: 'a1', name: 'Ann', chips: 50, cents: 4000, by_chips_cents: 4100, by_icm_cents: 3839, you: true };
    told(eventView({ me: entry({ status: 'playing', due: [], offers: [], table: 'harbour 1', number: 1, seat: 1, deal: { id: 1, name: 'Bob', method: 'chips', shares: [share], left_for_first_cents: 500, agreed: 1, voters: 3, cites: ['house 20.17'] } }) }));
    render(EventPage, { event: 'harbour' });
    const deal = screen.getByRole('region', { name: 'Deal' });
    expect(deal.textContent).toMatch(/Bob proposes to divide by chips\. 1 of 3 agree; all must\..*You.*\$40.*\$41.*\$38\.39.*\$5 stays for whoever wins/s);
  });
});

describe('the wall screen', () => {
  it('has level, blinds, next, numbers, prizes, moves and eliminations', () => {
    told(eventView());
    render(Wall, { event: 'harbour' });
    const text = document.body.textContent;
    for (const words of ['Harbour Freeze Out', 'Level 7', '200 / 400', 'ante 50', '300 / 600, ante 75', '23 of 54', '18,782', '432,000', '26:12', '$1,080', '1st', '$648', 'Bob to table 1, seat 5', 'Cy is out in 24th place', '28.8.3']) expect(text).toContain(words);
  });

  it('has the code that opens its page on a phone', () => {
    told(eventView());
    render(Wall, { event: 'harbour' });
    expect(screen.getByRole('img', { name: 'QR code of this tournament’s page' }).getAttribute('src')).toBe('/api/tournaments/harbour/code.svg');
  });

  it('says so in a break, before the start and at the end', async () => {
    told(eventView({ clock: clock({ is_break: true, now: level({ level: 6, break_minutes: 5 }) }) }));
    const { unmount } = render(Wall, { event: 'harbour' });
    expect(screen.getByRole('heading', { name: 'Break' })).toBeTruthy();
    told(eventView({ phase: 'open', enters: true, clock: null }));
    await tick();
    expect(screen.getByRole('heading', { name: 'Entries are open' })).toBeTruthy();
    told(eventView({ phase: 'awarded', places: [placed({ place: 1, through: 1, name: 'Dee', prize_cents: 64_800 })] }));
    await tick();
    expect(screen.getByRole('heading', { name: 'Winner' }).parentElement!.textContent).toMatch(/Dee.*\$648/s);
    unmount();
  });

  it('pauses by the space bar for whoever is offered that, and for nobody else', async () => {
    told(eventView());
    const { unmount } = render(Wall, { event: 'harbour' });
    await userEvent.keyboard(' ');
    expect(sent).toEqual([]);
    unmount();
    told(eventView({ staff: staffView() }));
    render(Wall, { event: 'harbour' });
    await userEvent.keyboard(' ');
    await waitFor(() => expect(sent[0]?.[0]).toBe('/api/tournaments/harbour/order'));
    expect(sent[0]![1]).toMatchObject({ order: { type: 'PauseClock' } });
  });
});

describe('the director’s desk', () => {
  beforeEach(() => {
    room.me!.roles = ['operator'];
  });

  it('is for staff', () => {
    told(eventView());
    render(Desk, { event: 'harbour' });
    expect(screen.getByRole('alert').textContent).toContain('for staff');
  });

  it('looks before an order is given, and sends what was chosen on the road that the offer names', async () => {
    answers['/api/tournaments/harbour/preview'] = { effects: [{ text: 'the level lasts a minute longer', cites: ['nsw-poker 28.7.11'] }], money: [{ account: 'purse/a1', cents: 2000 }] };
    told(eventView({ staff: staffView() }));
    render(Desk, { event: 'harbour' });
    await userEvent.click(within(screen.getByRole('list', { name: 'Orders possible now' })).getByRole('button', { name: 'Add time' }));
    await userEvent.click(screen.getByRole('button', { name: 'What would it do?' }));
    expect(sent).toEqual([]);
    expect(screen.getByText('Choose one.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('By how much'), '+1 minutes');
    await userEvent.click(screen.getByRole('button', { name: 'What would it do?' }));
    await screen.findByText('the level lasts a minute longer');
    expect(screen.getByText('Purse of Ann: +$20')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('By how much'), '-1 minutes');
    expect(screen.queryByText('the level lasts a minute longer')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'What would it do?' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Give this order: Add time' }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('/api/tournaments/harbour/order'));
    expect(sent.at(-1)![1]).toMatchObject({ order: { type: 'AddTime', more_ms: -60_000 } });
  });

  it('does not mind that an order is offered no longer once it was given', async () => {
    answers['/api/tournaments/harbour/preview'] = { effects: [], money: [] };
    told(eventView({ staff: staffView() }));
    render(Desk, { event: 'harbour' });
    await userEvent.click(screen.getByRole('tab', { name: 'Event' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the event' }));
    await userEvent.click(screen.getByRole('button', { name: 'What would it do?' }));
    const given = await screen.findByRole('button', { name: 'Give this order: Cancel the event' });
    const say = vi.spyOn(room, 'say');
    vi.stubGlobal('fetch', () => {
      told(eventView({ phase: 'cancelled', staff: staffView({ offers: [] }) }));
      return Promise.resolve({ json: () => Promise.resolve({ done: true }) });
    });
    await userEvent.click(given);
    await waitFor(() => expect(say).toHaveBeenCalledWith('Cancel the event: done, and on record'));
  });

  it('stops the clock at once', async () => {
    told(eventView({ staff: staffView() }));
    render(Desk, { event: 'harbour' });
    await userEvent.click(screen.getAllByRole('button', { name: 'Pause clock' })[0]!);
    await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ order: { type: 'PauseClock' } }));
  });

  it('leads to the reports: to print, for programs, for spreadsheets, the calendar and the hands', async () => {
    told(eventView({ staff: staffView() }));
    render(Desk, { event: 'harbour' });
    await userEvent.click(screen.getByRole('tab', { name: 'Reports' }));
    const links = within(screen.getByRole('tabpanel', { name: 'Reports' })).getAllByRole('link').map((one) => one.getAttribute('href'));
    const parts = ['entries', 'money', 'prizes', 'chips', 'eliminations', 'places'].map((one) => `report/${one}.csv`);
    expect(links).toEqual(['report.html', 'report.json', ...parts, 'calendar.ics', 'hands.phhs'].map((one) => `/api/tournaments/harbour/${one}`));
  });

  it('lists entries with what is paid and due, and the money', async () => {
    told(eventView({ staff: staffView() }));
    render(Desk, { event: 'harbour' });
    expect(screen.getByRole('row', { name: /^Ann/ }).textContent).toMatch(/playing.*\$20.*fee \$2/s);
    await userEvent.click(within(screen.getByRole('tablist', { name: 'Lists' })).getByRole('tab', { name: 'Money' }));
    expect(screen.getByRole('row', { name: /Prize pool/ }).textContent).toContain('$1,080');
  });
});

describe('what is printed', () => {
  const CODE = 'QR code of this tournament’s page';

  it('has the code of the page on every receipt and seat card, and on the wall', async () => {
    told(eventView({ staff: staffView() }));
    render(Print, { event: 'harbour' });
    expect(screen.getAllByRole('img', { name: CODE }).map((one) => one.getAttribute('src'))).toEqual(Array(2).fill('/api/tournaments/harbour/code.svg'));
    await userEvent.click(screen.getByRole('tab', { name: 'Receipts' }));
    const [receipt] = screen.getAllByRole('listitem');
    expect(receipt!.textContent).toMatch(/Ann.*\$20 received: buy-in.*version 2, accepted/s);
    expect(within(receipt!).getByRole('img', { name: CODE })).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Conditions' }));
    expect(await screen.findByText(/under the book, version 2/)).toBeTruthy();
  });

  it('has receipts for staff alone', () => {
    told(eventView());
    render(Print, { event: 'harbour' });
    expect(screen.queryByRole('tab', { name: 'Receipts' })).toBeNull();
    expect(screen.getByRole('tab', { name: 'Seat cards' })).toBeTruthy();
  });
});

describe('a table of a tournament', () => {
  const EVENT = { name: 'harbour', title: 'Harbour Freeze Out', number: 2, level: 7, text: '200/400, ante 50' };

  it('counts in chips and offers neither seats nor chips', async () => {
    const state = tableState({ event: EVENT, big: 400, hand: handView({ pot: 29_600 }), places: [place({ you: true, stack: 14_350 }), place({ seat: 2, name: 'Bob' })] });
    room.tables.Sydney = { seq: 1, state: { ...state, hand: handView({ pot: 29_600, seats: [seatView({ stack: 14_350 }), seatView({ seat: 2, bet: 400 })] }) }, lines: [], at: performance.now() };
    render(Table, { table: 'Sydney' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Harbour Freeze Out');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('table 2');
    expect(document.querySelector('.felt')!.textContent).toContain('29,600');
    expect(document.body.textContent).not.toContain('$');
    expect(screen.getByRole('button', { name: /^Call 200/ })).toBeTruthy();
    expect(screen.getByLabelText('Amount in chips')).toBeTruthy();
    screen.getByRole('tab', { name: 'My seat' }).click();
    await tick();
    for (const name of ['Leave seat', 'Add chips', 'Change seat', /^Sit here/]) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'I am away' })).toBeTruthy();
  });

  it('says level and standing in its corners', () => {
    told(eventView({ me: entry({ rank: 9, table: 'Sydney' }) }));
    render(EventCorners, { event: EVENT });
    expect(screen.getByLabelText('Level').textContent).toMatch(/Level 7.*6:12.*200 \/ 400, ante 50.*next 300 \/ 600, ante 75/s);
    expect(screen.getByLabelText('Standing').textContent).toMatch(/23 of 54 left.*you: 9th.*average 18,782.*2 places are paid/s);
  });
});
