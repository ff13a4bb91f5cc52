// A page that reads itself again when the room says that its jackpot or promotion has changed.
import { room } from './room.svelte';

/** How often a page reads itself that nobody has logged in to, such as a wall: it has no connection to be told by. */
export const WALL_MS = 3000;

/** Look now, and again whenever one of these streams has another mark: to be called while a component is made. */
export function marked(streams: () => string | null, look: () => Promise<void>): void {
  const mark = $derived.by(() => {
    const marks = room.lobby?.marks ?? {};
    const only = streams();
    return only === null ? JSON.stringify(marks) : (marks[only] ?? '');
  });
  $effect(() => {
    void mark;
    void look();
  });
  $effect(() => {
    if (room.me) return;
    const timer = setInterval(() => document.hidden || void look(), WALL_MS);
    return () => clearInterval(timer);
  });
}
