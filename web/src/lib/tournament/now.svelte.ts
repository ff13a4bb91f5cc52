// The present moment for whatever counts down on the page: one timer while anything looks at it.
import { onMount } from 'svelte';

const TICK_MS = 250;

/** A clock for a component: `now` moves while the component is on the page. */
export function ticking(): { readonly now: number } {
  let now = $state(performance.now());
  onMount(() => {
    const timer = setInterval(() => (now = performance.now()), TICK_MS);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
