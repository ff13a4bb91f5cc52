// What was said at the tables and how far it was read, kept while the window is open: a reload forgets neither.
import type { ChatHistory, Said, Unsaid } from './protocol';

export interface Heard {
  at: number;
  name: string;
  role: string;
  text: string;
  /** When it was said; 0 where that is not known. */
  when: number;
}

interface Talk {
  lines: Heard[];
  read: number;
}

const STORED = 'openfelt-chats';
const LINES_KEPT = 100;
const SILENCE: Talk = { lines: [], read: 0 };

class Chats {
  private talks = $state<Record<string, Talk>>({});
  private account = '';

  /** The talk belongs to an account; another one in the same window begins with none. */
  open(account: string): void {
    if (account === this.account) return;
    this.account = account;
    this.talks = {};
    try {
      const kept = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as { account?: string; talks?: Record<string, Talk> };
      if (kept.account === account) this.talks = kept.talks ?? {};
    } catch {
      // what cannot be read is as good as nothing
    }
  }

  close(): void {
    this.account = '';
    this.talks = {};
    sessionStorage.removeItem(STORED);
  }

  hear({ table, name, role, text, seq, time_ms }: Said): void {
    const { lines, read } = this.of(table);
    const at = seq || (lines.at(-1)?.at ?? read) + 1;
    if (lines.some((one) => one.at === at)) return;
    this.put(table, { lines: [...lines, { at, name, role, text, when: time_ms ?? 0 }].slice(-LINES_KEPT), read });
  }

  /** What was said before one came to a table; it does not count as unread. */
  know({ table, lines }: ChatHistory): void {
    const known = this.talks[table];
    const told = lines.map(({ seq, name, role, text, time_ms }) => ({ at: seq ?? 0, name, role, text, when: time_ms ?? 0 }));
    this.put(table, { lines: told, read: known?.read ?? told.at(-1)?.at ?? 0 });
  }

  /** The floor has removed a line. */
  unhear({ table, seq }: Unsaid): void {
    const { lines, read } = this.of(table);
    this.put(table, { lines: lines.filter((one) => one.at !== seq), read });
  }

  lines(table: string): readonly Heard[] {
    return this.of(table).lines;
  }

  /** How many lines of others have not been seen yet. */
  unread(table: string, own: string): number {
    const { lines, read } = this.of(table);
    return lines.filter((one) => one.at > read && one.name !== own).length;
  }

  see(table: string): void {
    const { lines, read } = this.of(table);
    const last = lines.at(-1)?.at ?? read;
    if (last !== read) this.put(table, { lines, read: last });
  }

  private of(table: string): Talk {
    return this.talks[table] ?? SILENCE;
  }

  private put(table: string, talk: Talk): void {
    this.talks[table] = talk;
    sessionStorage.setItem(STORED, JSON.stringify({ account: this.account, talks: this.talks }));
  }
}

export const chats = new Chats();
