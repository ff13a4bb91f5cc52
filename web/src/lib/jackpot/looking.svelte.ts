// A jackpot as it stands: asked for again when the room says that it has changed, as its amount grows at every table.
import { read, send } from '../asking';
import { wording } from '../language';
import type { Fault, JackpotList, JackpotView } from '../protocol';
import { marked } from '../marked.svelte';
import { room } from '../room.svelte';

const address = (pool: string) => `/api/jackpots/${encodeURIComponent(pool)}`;

/** One jackpot, for a page or a part of one. */
export function looking(pool: () => string): { readonly state: JackpotView | null; readonly fault: Fault | null; look: () => Promise<void> } {
  let state = $state<JackpotView | null>(null);
  let fault = $state<Fault | null>(null);

  async function look(): Promise<void> {
    const answer = await read<JackpotView>(address(pool()));
    fault = answer.fault;
    state = answer.told ?? state;
  }

  marked(() => `jackpot/${pool()}`, look);
  return { get state() { return state; }, get fault() { return fault; }, look };
}

/** Every jackpot of the room. */
export const every = () => read<JackpotList>('/api/jackpots');

/** An order to a jackpot, under an id of its own. */
export const order = (pool: string, what: string, body: Record<string, unknown> = {}) => send(`${address(pool)}/${what}`, { id: room.requestId(), ...body });

export const PHASES: Record<string, string> = { waits: wording`pending`, locked: wording`locked`, verified: wording`verified`, paid: wording`paid` };
