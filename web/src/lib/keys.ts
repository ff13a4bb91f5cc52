// One place that turns a key into a command; keys typed into a field stay there.
import { settings, type Command } from './settings.svelte';

const TYPED = new Set(['text', 'search', 'password', 'number', 'email', 'url', 'tel']);
const MOVED = new Set(['range', 'radio', 'date', 'time']);
const PRESSED = 'button, a[href], summary, input, [role="tab"]';
const SCROLLED = '[tabindex="0"]';
const SCROLLING = /^(Arrow|Page|Home|End)/;

/** Whether the key belongs to the element that has the focus, or to a dialog that is open over everything. */
export function isTyping(target: EventTarget | null, key: string): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if ((key === ' ' || key === 'Enter') && target.closest(PRESSED)) return true;
  if (SCROLLING.test(key) && target.closest(SCROLLED)) return true;
  if (target instanceof HTMLInputElement) return TYPED.has(target.type) || (MOVED.has(target.type) && key.startsWith('Arrow'));
  return false;
}

/** The command a key stands for, or null. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target, event.key)) return null;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = Object.entries(settings.keys).find(([, key]) => key === pressed);
  return found ? (found[0] as Command) : null;
}

/** The number in `card3` or `seat10`, or 0. */
export function numberIn(command: Command, word: 'card' | 'seat'): number {
  return command.startsWith(word) ? Number(command.slice(word.length)) || 0 : 0;
}
