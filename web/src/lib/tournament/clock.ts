// The clock of a tournament as a screen counts it: from what the room told last, by the time that has passed since. Nothing ticks on the server.
import { wording } from '../language';
import type { EventClock, LevelView } from '../protocol';
import { count } from '../words';
import { say } from '../phrases';

const MINUTE_MS = 60_000;

/** What is left of the present level or break, so long after it was told; null if no time ends it. */
export function leftOf(clock: EventClock, sinceMs: number): number | null {
  if (clock.left_ms === null) return null;
  return Math.max(0, clock.left_ms - (clock.runs ? sinceMs : 0));
}

/** How long it is until the next break; null if no time says so. */
export function untilBreak(clock: EventClock, sinceMs: number): number | null {
  const told = clock.until_break_ms ?? null;
  if (told === null || clock.is_break) return null;
  return Math.max(0, told - (clock.runs ? sinceMs : 0));
}

/** How much of the present level or break has passed, from 0 to 1; null if it has no length. */
export function passed(clock: EventClock, sinceMs: number): number | null {
  const left = leftOf(clock, sinceMs);
  const whole = ((clock.is_break ? clock.now.break_minutes : clock.now.minutes) ?? 0) * MINUTE_MS;
  if (left === null || !whole) return null;
  return Math.min(1, Math.max(0, 1 - left / whole));
}

/** A time that is left: 6:12, from an hour on 1:06:12. A second that has begun counts. */
export function asCountdown(ms: number): string {
  const all = Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** A time that is left, as it is spoken. */
export function spokenTime(ms: number): string {
  const all = Math.ceil(ms / 1000);
  const parts: string[] = [];
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  if (hours) parts.push(hours === 1 ? wording`1 hour` : wording`${hours} hours`);
  if (minutes) parts.push(minutes === 1 ? wording`1 minute` : wording`${minutes} minutes`);
  if (seconds) parts.push(seconds === 1 ? wording`1 second` : wording`${seconds} seconds`);
  return parts.join(' ') || wording`no time`;
}

/** What is posted at a level: its blinds, or what opens it where there are none. */
export function posted(level: LevelView): string {
  if (level.blinds?.length) return level.blinds.map(count).join(' / ');
  return level.bring_in ? wording`bring-in ${count(level.bring_in)}` : say(level.text);
}

/** The ante of a level in words, or nothing. */
export function anteWords(level: LevelView): string {
  if (!level.ante || (!level.blinds?.length && !level.bring_in)) return '';
  return wording`ante ${count(level.ante)}${level.ante_by === 'last-blind' ? wording`, by the big blind` : ''}`;
}

/** How a level ends, in words. */
export function lasts(level: LevelView): string {
  if (level.minutes) return wording`${level.minutes} min`;
  if (level.hands) return wording`${level.hands} hands`;
  if (level.eliminations) return wording`until ${level.eliminations} are out`;
  return wording`to the end`;
}

/** What comes after the present stage: a break, or the next level. */
export function following(clock: EventClock): string {
  if (!clock.is_break && clock.now.overnight) return wording`a break until another day`;
  if (!clock.is_break && clock.now.break_minutes) return wording`a break of ${clock.now.break_minutes} minutes`;
  return clock.next ? [posted(clock.next), anteWords(clock.next)].filter(Boolean).join(', ') : '';
}

/** What the present stage is called. */
export const stageName = (clock: EventClock): string => (clock.is_break ? wording`Break` : wording`Level ${clock.level}`);
