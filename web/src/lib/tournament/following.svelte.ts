// A tournament on this page: followed over the connection, or read again and again by a page that nobody has logged in to.
import { onMount } from 'svelte';

import { read } from '../asking';
import type { EventView, Fault } from '../protocol';
import { room, type EventFeed } from '../room.svelte';
import { ticking } from './now.svelte';

const AGAIN_MS = 3000;

export interface Following {
  readonly feed: EventFeed | undefined;
  readonly state: EventView | null;
  readonly fault: Fault | null;
  /** How long ago the state was told. */
  readonly sinceMs: number;
}

/** Follow a tournament while the component is on the page. A page shows one tournament: its name does not change. */
export function following(event: string): Following {
  const time = ticking();
  let fault = $state<Fault | null>(null);

  async function look(): Promise<void> {
    const answer = await read<EventView>(`/api/tournaments/${encodeURIComponent(event)}`);
    fault = answer.told ? null : answer.fault;
    if (answer.told) room.knowEvent(answer.told);
  }

  onMount(() => {
    if (room.me) {
      room.follow(event);
      return () => room.unfollow(event);
    }
    void look();
    const timer = setInterval(() => void look(), AGAIN_MS);
    return () => clearInterval(timer);
  });

  return {
    get feed() {
      return room.events[event];
    },
    get state() {
      return room.events[event]?.state ?? null;
    },
    get fault() {
      return room.me ? (room.missing[event] ?? null) : fault;
    },
    get sinceMs() {
      return Math.max(0, time.now - (room.events[event]?.at ?? time.now));
    },
  };
}
