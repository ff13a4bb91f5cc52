// Which of the three stages this window has: a screen, a phone upright, a phone held sideways.
import { MediaQuery } from 'svelte/reactivity';

import type { Stage } from './places';

const small = new MediaQuery('(max-width: 720px), (max-height: 520px)');
const flat = new MediaQuery('(max-height: 520px) and (min-width: 560px)');

export const stageNow = (): Stage => (flat.current ? 'sideways' : small.current ? 'upright' : 'screen');
