// One place that turns a key into a command; keys typed into a field stay there.
import { settings, type Command } from './settings.svelte';

const TYPED = new Set(['text', 'search', 'password', 'number', 'email', 'url', 'tel']);

/** Whether the key belongs to the element that has the focus. */
export function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return TYPED.has(target.type) || key.startsWith('Arrow');
  return target.closest('dialog') !== null;
}

/** The command a key stands for, or null. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target, event.key)) return null;
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = Object.entries(settings.keys).find(([, key]) => key === pressed);
  return found ? (found[0] as Command) : null;
}
