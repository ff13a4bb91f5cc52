// Lists and seats as the pages show them: the time that is left of a call, words for a wait, and what is sent.
import { send } from '../asking';
import { wording } from '../language';
import { say } from '../phrases';
import type { Fault, ListView, OwnPlace, Text } from '../protocol';
import { room } from '../room.svelte';
import { ticking } from '../tournament/now.svelte';
import { money } from '../words';

const MINUTE_MS = 60_000;

/** The room's own time, which moves while the component is on the page. */
export function roomClock(): { readonly now: number } {
  const time = ticking();
  // How far the room's clock is from the page's, as it was when the lobby was told last.
  const ahead = $derived(room.lobby?.now_ms ? room.lobby.now_ms - Date.now() : 0);
  return {
    get now() {
      void time.now;
      return Date.now() + ahead;
    },
  };
}

/** A wait as it is told: nothing where the room has seen too little. */
export function waitWords(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return wording`no estimate yet`;
  if (ms < MINUTE_MS) return wording`a seat is free`;
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 60) return wording`about ${minutes} min`;
  return wording`about ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

export const VIAS: Record<string, string> = { desk: wording`desk`, page: wording`page`, phone: wording`phone`, kiosk: wording`kiosk`, 'broken-game': wording`broken game` };

/** The limits as people name them: "blinds $1/$2, no limit". */
export function limitWords(one: { limit: Text; blinds?: number[]; ante?: number }): string {
  if (one.blinds?.length) return wording`blinds ${one.blinds.map(money).join('/')}, ${say(one.limit)}`;
  return one.ante ? wording`ante ${money(one.ante)}, ${say(one.limit)}` : say(one.limit);
}

/** What a list is of. */
export const gameOf = (one: ListView): string => `${one.title}, ${limitWords(one)}`;

/** The seats that are kept for whoever is called, of all lists. */
export const calls = (): OwnPlace[] => (room.lobby?.waiting ?? []).filter((one) => one.offer && one.until_ms);

/** Have something done about lists; the fault if it was refused. */
export async function order(path: string, body: Record<string, unknown> = {}): Promise<Fault | null> {
  const { fault } = await send(`/api/lists${path}`, { id: room.requestId(), ...body });
  if (fault) room.say(wording`Refused. ${say(fault)}`);
  return fault;
}

export const at = (list: string, what: string): string => `/${encodeURIComponent(list)}/${what}`;
