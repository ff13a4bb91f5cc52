// The room as this page knows it: one socket, requests with ids, numbered feeds, reconnect with back-off.
import { read, send } from './asking';
import { applied, appliedPit } from './changes';
import { chats } from './chats.svelte';
import { wording } from './language';
import { lineSpoken, say } from './phrases';
import type { ClientFrame, EventView, Fault, Hint, Line, Lobby, OwnSeat, PitState, RealityCheck, Shares, ServerFrame, TableState, Welcome } from './protocol';
import { hearPit, hearTable } from './roots';
import { play, playFor } from './sound';
import { settings } from './settings.svelte';
import { currencyOf, type Currency } from './words';

export interface Me {
  id: string;
  name: string;
  roles: string[];
  guest: boolean;
  purse: number;
  officer?: boolean;
  /** Whether a code is asked for beside the password. */
  factor?: boolean;
}

export interface PitFeed {
  seq: number;
  state: PitState;
  lines: Line[];
  at: number;
}

export interface TableFeed {
  seq: number;
  state: TableState;
  lines: Line[];
  at: number;
}

/** A tournament as it was told last; `at` is when, by this page's own clock. */
export interface EventFeed {
  seq: number;
  state: EventView;
  at: number;
}

type Body = ClientFrame extends infer F ? (F extends { id: string } ? Omit<F, 'id'> : never) : never;

const LINES_KEPT = 300;
const STEADY_MS = 5000;
const BEAT_MS = 2000;
const QUIET_MS = 10_000;
const ANSWER_MS = 8000;
const UNSPOKEN = new Set(['Burned', 'ShuffleCommitted', 'HandStarted', 'RoundOpened']);

// Orders against the house that somebody waits for; a wager may be made or left.
const DECISIONS = new Set(['Fold', 'Call', 'Raise', 'Stay']);

/** A table that waits for one's decision, and a name for that very turn. */
export interface Due {
  table: string;
  turn: string;
}

/** Whether one sits at a house-banked table, or has a wager in its round. */
export function sitsAt(pit: PitState): boolean {
  return Boolean(pit.you && (pit.names[pit.you] || pit.round?.boxes.some((box) => box.seated === pit.you || box.player === pit.you)));
}

class Room {
  me = $state<Me | null>(null);
  ready = $state(false);
  online = $state(false);
  /** The connection is gone and has not come back yet. */
  lost = $state(false);
  seats = $state<readonly OwnSeat[]>([]);
  /** Tables where this turn is answered without asking, because the player said so before. */
  settling = $state<Record<string, boolean>>({});
  welcome = $state<Welcome | null>(null);
  lobby = $state<Lobby | null>(null);
  tables = $state<Record<string, TableFeed>>({});
  pits = $state<Record<string, PitFeed>>({});
  events = $state<Record<string, EventFeed>>({});
  /** Tournaments that were asked for and are not here. */
  missing = $state<Record<string, Fault | null>>({});
  /** What one chose to be told: minutes at the tables and the result; null once it is read. */
  reality = $state<RealityCheck | null>(null);
  /** What open hands win on average in the last all-in of each table. */
  shares = $state<Record<string, Shares>>({});
  /** What one's own hand is worth, at tables for practice. */
  hints = $state<Record<string, Hint>>({});
  fault = $state<Fault | null>(null);
  /** The room's certificate is of its own making, and browsers warn of it. */
  ownAuthority = $state(false);
  /** Whether anybody may watch here without a name. */
  mayWatch = $state(false);
  /** Tables that were asked for and are not here. */
  absent = $state<Record<string, Fault | null>>({});
  spoken = $state('');
  /** Tables where an optional blind is posted without asking, until one leaves the seat. */
  posting = $state<Record<string, boolean>>({});

  private socket: WebSocket | null = null;
  private sentences: string[] = [];
  private waiting = new Map<string, (fault: Fault | null) => void>();
  private watched = new Set<string>();
  private looking = new Set<string>();
  private glanced = new Set<string>(); // shown in small, and not spoken
  private followed = new Map<string, number>(); // tournaments, and how many parts of the page follow each
  private tries = 0;
  private heard = 0;
  private beat = 0;
  private asked = 0; // when the oldest request that waits was made
  private number = 0;
  private readonly session = crypto.randomUUID().slice(0, 8);

  async start(): Promise<void> {
    const { told, fault } = await read<{ account: Me | null; own_authority: boolean; watch?: boolean }>('/api/me');
    this.me = told?.account ?? null;
    this.mayWatch = told?.watch ?? false;
    this.ownAuthority = told?.own_authority ?? false;
    this.fault = fault;
    this.ready = true;
    if (this.me) this.connect();
  }

  async post(path: string, body: unknown): Promise<Fault | null> {
    const { told, fault } = await send<{ account?: Me | null }>(path, body);
    if (fault) return fault;
    this.fault = null;
    this.me = told?.account ?? null;
    if (this.me) this.comeIn();
    return null;
  }

  /** Whoever watched without a name has one now: the connection begins anew in that name. */
  private comeIn(): void {
    if (this.socket) this.drop(this.socket);
    this.lost = false;
    this.connect();
  }

  /** End the session: by logging out, or by a new password. The page begins anew. */
  async end(path: string, body: unknown): Promise<Fault | null> {
    const { fault } = await send(path, body);
    if (fault) return fault;
    this.me = null;
    chats.close();
    this.socket?.close();
    location.assign('/');
    return null;
  }

  connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = performance.now();
      this.beat = setInterval(() => this.listen(socket), BEAT_MS);
      // A connection that holds counts; one that is cut at once must not be tried again at full speed.
      setTimeout(() => {
        if (this.socket === socket && socket.readyState === WebSocket.OPEN) this.tries = 0;
      }, STEADY_MS);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      this.heard = performance.now();
      if (!this.online) this.greet();
      this.hear(JSON.parse(message.data) as ServerFrame);
    };
    socket.onclose = () => this.lose(socket);
  }

  /** The room has spoken: only now the connection is known to hold. */
  private greet(): void {
    this.online = true;
    this.lost = false;
    void this.ask({ type: 'lobby' });
    for (const table of this.watched) void this.look(table);
    for (const event of this.followed.keys()) void this.hearOf(event);
  }

  private async hearOf(event: string): Promise<void> {
    const fault = await this.ask({ type: 'follow', event });
    this.missing[event] = fault && fault.code !== 'offline' ? fault : null;
  }

  /** Follow a tournament while some part of the page shows it. */
  follow(event: string): void {
    const before = this.followed.get(event) ?? 0;
    this.followed.set(event, before + 1);
    if (!before && this.online) void this.hearOf(event);
  }

  /** One part of the page shows it no longer. What was told stays for whoever comes back, until it is told anew. */
  unfollow(event: string): void {
    const left = (this.followed.get(event) ?? 1) - 1;
    if (left > 0) {
      this.followed.set(event, left);
      return;
    }
    this.followed.delete(event);
    if (this.online) void this.ask({ type: 'unfollow', event });
  }

  /** What a page without a connection was told of a tournament. */
  knowEvent(state: EventView, seq = 0): void {
    this.events[state.name] = { seq, state, at: performance.now() };
  }

  private async look(table: string): Promise<void> {
    const fault = await this.ask({ type: 'watch', table });
    this.absent[table] = fault && fault.code !== 'offline' ? fault : null;
  }

  /** A connection that cannot be had may be refused: whoever has been logged out or shut out comes in anew, if at all. */
  private async again(): Promise<void> {
    const { told } = await read<{ account: Me | null; watch?: boolean }>('/api/me');
    if (!told || told.account || (!this.me && told.watch)) {
      this.connect();
      return;
    }
    this.me = null;
    this.mayWatch = told.watch ?? false;
    this.lobby = null;
    this.tables = {};
    this.pits = {};
    this.events = {};
    this.seats = [];
    this.lost = false;
    this.watched.clear();
    this.followed.clear();
    chats.close();
    this.fault ??= { code: 'ended', rule: [], phrase: 'your session has ended; come in again', legal: [] };
  }

  /** A connection may be gone without a word: where nothing is heard, something is asked, and no answer is the end of it. */
  private listen(socket: WebSocket): void {
    const now = performance.now();
    if (this.waiting.size || !this.online) {
      if (now - Math.max(this.heard, this.asked) > ANSWER_MS) this.lose(socket);
    } else if (now - this.heard > QUIET_MS) void this.ask({ type: 'lobby' });
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.drop(socket);
    this.lost = true;
    if (this.me || this.mayWatch) setTimeout(() => void this.again(), Math.min(8000, 250 * 2 ** this.tries++));
  }

  /** Hang up; whoever waits for an answer is told that none comes. */
  private drop(socket: WebSocket): void {
    clearInterval(this.beat);
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.socket = null;
    this.online = false;
    for (const answer of this.waiting.values()) answer({ code: 'offline', rule: [], phrase: 'the connection was lost; the table shows whether it was done', legal: [] });
    this.waiting.clear();
  }

  /** The machine itself says that it has no network. */
  unplugged(): void {
    if (this.socket) this.lose(this.socket);
  }

  ask(body: Body): Promise<Fault | null> {
    const id = `${this.session}-${++this.number}`;
    return new Promise((resolve) => {
      if (!this.socket || this.socket.readyState !== WebSocket.OPEN) {
        resolve({ code: 'offline', rule: [], phrase: 'not connected', legal: [] });
        return;
      }
      if (!this.waiting.size) this.asked = performance.now();
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ ...body, id }));
    });
  }

  /** A fresh id for a request outside the socket. */
  requestId(): string {
    return `${this.session}-${++this.number}`;
  }

  /** Ask, and show a refusal with its clause. */
  async tell(body: Body): Promise<boolean> {
    const fault = await this.ask(body);
    this.fault = fault;
    if (fault) this.say(wording`Refused. ${say(fault)}. ${fault.rule.join(', ')}`);
    return fault === null;
  }

  /** Sentences for the live region, gathered for a moment; repeated text is made to differ so that it is spoken again. */
  say(text: string): void {
    if (!text) return;
    if (!this.sentences.length) setTimeout(() => this.speak(), 60);
    this.sentences.push(text);
  }

  private speak(): void {
    const text = this.sentences.join('. ');
    this.sentences = [];
    this.spoken = this.spoken === text ? `${text} ` : text;
  }

  watch(table: string): void {
    this.looking.add(table);
    this.watched.add(table);
    if (this.online) void this.look(table);
  }

  /** Show a table in small: it is followed, and nothing of it is spoken. */
  glance(table: string): void {
    this.glanced.add(table);
    if (this.watched.has(table)) return;
    this.watched.add(table);
    if (this.online) void this.look(table);
  }

  /** It is shown in small no longer. */
  lookAway(table: string): void {
    this.glanced.delete(table);
    // The page that one goes to may be the table's own: it begins to look in a moment.
    setTimeout(() => this.keep(table));
  }

  isLookedAt(table: string): boolean {
    return this.looking.has(table);
  }

  /** The tables that wait for one's decision, on whichever page one is. */
  get due(): Due[] {
    const found: Due[] = [];
    for (const [table, { state }] of Object.entries(this.tables)) {
      const hand = state.hand;
      if (hand && state.your_seat > 0 && hand.to_act === state.your_seat && hand.offers.length && !this.settling[table]) found.push({ table, turn: `${hand.hand_id} ${hand.turn}` });
    }
    for (const [table, { state }] of Object.entries(this.pits)) {
      const asked = sitsAt(state) && state.offers.some((offer) => DECISIONS.has(String((offer.order as { type?: unknown }).type)));
      if (asked && state.round) found.push({ table, turn: `${table} ${state.round.number} ${state.round.to_act}` });
    }
    return found;
  }

  /** What a table is called: one of a tournament by the tournament, a private one by whoever opened it, as its own name is its link. */
  nameOf(table: string, event = ''): string {
    const state = this.tables[table]?.state;
    if (state?.owner) return wording`Table of ${state.owner}`;
    return state?.event?.title ?? this.eventTitle(event) ?? table;
  }

  /** The title of a tournament, where it is known. */
  eventTitle(event: string): string | undefined {
    return this.events[event]?.state.title ?? this.lobby?.events?.find((one) => one.name === event)?.title;
  }

  /** Follow the tables one sits at, also those where one sat down in another window. */
  private knowSeats(seats: readonly OwnSeat[]): void {
    this.seats = seats;
    for (const { table } of seats) {
      if (this.watched.has(table)) continue;
      this.watched.add(table);
      void this.look(table);
    }
  }

  /** Leave a page. A table one sits at is followed on, so that the turn there is told everywhere. */
  unwatch(table: string): void {
    this.looking.delete(table);
    if (!this.isSeated(table) && !this.glanced.has(table)) this.forget(table);
  }

  private isSeated(table: string): boolean {
    const pit = this.pits[table];
    return Boolean(this.tables[table]?.state.your_seat) || (pit !== undefined && sitsAt(pit.state));
  }

  private forget(table: string): void {
    this.watched.delete(table);
    const others = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== table));
    this.tables = others(this.tables);
    this.pits = others(this.pits);
    if (this.online) void this.ask({ type: 'unwatch', table });
  }

  /** The floor has sent spectators away: the table is seen no longer, and the page says why. */
  private endWatching(table: string, why: Fault): void {
    this.looking.delete(table);
    this.watched.delete(table);
    this.tables = Object.fromEntries(Object.entries(this.tables).filter(([name]) => name !== table));
    this.absent[table] = why;
    this.say(say(why));
  }

  private keep(table: string): void {
    const seated = this.isSeated(table);
    if (!seated && this.posting[table]) this.posting[table] = false;
    if (!seated && !this.looking.has(table) && !this.glanced.has(table)) this.forget(table);
  }

  private get account(): string {
    return this.me?.id ?? '';
  }

  get isFloor(): boolean {
    return this.me?.roles.some((role) => role === 'floor' || role === 'operator') ?? false;
  }

  /** Whether the back office has anything for this person. */
  get hasOffice(): boolean {
    return this.me?.roles.some((role) => role === 'floor' || role === 'operator' || role === 'inspector') ?? false;
  }

  /** How many calls wait for the floor in the whole room. */
  get calls(): number {
    return this.lobby?.tables.reduce((sum, one) => sum + (one.calls ?? 0), 0) ?? 0;
  }

  /** The floor is told of a new call wherever it looks. */
  private hearCalls(told: Lobby): void {
    if (!this.isFloor) return;
    const before = new Map(this.lobby?.tables.map((one) => [one.table, one.calls ?? 0]));
    for (const one of told.tables) {
      if ((one.calls ?? 0) <= (before.get(one.table) ?? 0)) continue;
      this.say(wording`${one.table} calls the floor`);
      play('floor');
    }
  }

  private announce(lines: readonly Line[], big = 0, currency: Currency = 'cash'): void {
    playFor(lines);
    for (const line of lines) if (line.phrase && !UNSPOKEN.has(line.kind)) this.say(lineSpoken(line, big, settings.inBlinds, currency));
  }

  private hear(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        this.welcome = frame;
        chats.open(frame.player);
        this.knowSeats(frame.seats ?? []);
        break;
      case 'done':
      case 'refused': {
        this.waiting.get(frame.id)?.(frame.type === 'refused' ? frame.error : null);
        this.waiting.delete(frame.id);
        break;
      }
      case 'lobby':
        this.hearCalls(frame);
        this.lobby = frame;
        if (this.me) this.me.purse = frame.purse;
        this.knowSeats(frame.seats ?? []);
        break;
      case 'snapshot':
        hearTable(this.account, frame.state, []);
        this.tables[frame.table] = { seq: frame.seq, state: frame.state, lines: frame.lines, at: performance.now() };
        this.keep(frame.table);
        break;
      case 'pit-snapshot':
        hearPit(this.account, frame.state, []);
        this.pits[frame.table] = { seq: frame.seq, state: frame.state, lines: frame.lines, at: performance.now() };
        this.keep(frame.table);
        break;
      case 'pit-update': {
        const pit = this.pits[frame.table];
        if (!pit || frame.after !== pit.seq) {
          void this.ask({ type: 'watch', table: frame.table });
          break;
        }
        const state = appliedPit(pit.state, frame.state);
        hearPit(this.account, state, frame.lines);
        this.pits[frame.table] = { seq: frame.seq, state, lines: [...pit.lines, ...frame.lines].slice(-LINES_KEPT), at: performance.now() };
        if (this.looking.has(frame.table)) this.announce(frame.lines);
        this.keep(frame.table);
        break;
      }
      case 'update': {
        const known = this.tables[frame.table];
        if (!known || frame.after !== known.seq) {
          void this.ask({ type: 'watch', table: frame.table });
          break;
        }
        known.seq = frame.seq;
        known.state = applied(known.state, frame.state);
        hearTable(this.account, known.state, frame.lines);
        known.at = performance.now();
        known.lines = [...known.lines, ...frame.lines].slice(-LINES_KEPT);
        if (this.looking.has(frame.table)) this.announce(frame.lines, known.state.big, currencyOf(known.state));
        this.keep(frame.table);
        break;
      }
      case 'chat':
        chats.know(frame);
        break;
      case 'said':
        chats.hear(frame);
        break;
      case 'unsaid':
        chats.unhear(frame);
        break;
      case 'event':
        this.knowEvent(frame.state, frame.seq);
        break;
      case 'watch-ended':
        this.endWatching(frame.table, frame.error);
        break;
      case 'shares':
        this.shares[frame.table] = frame;
        break;
      case 'hint':
        this.hints[frame.table] = frame;
        break;
      case 'reality':
        this.reality = frame;
        break;
      case 'goodbye':
        this.fault = frame.error;
        break;
    }
  }
}

export const room = new Room();
