// Whether things may move: not where the system or the player asked for stillness, not on a page that nobody sees.
import { MediaQuery } from 'svelte/reactivity';

import { settings } from '../settings.svelte';

const still = new MediaQuery('(prefers-reduced-motion: reduce)');

export const mayMove = (): boolean => settings.motion && !still.current && !document.hidden && typeof Element.prototype.animate === 'function';
