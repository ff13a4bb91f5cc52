// Short sounds made in the page; nothing is downloaded. They start only after a gesture, as browsers demand.
import type { Line } from './protocol';
import { settings } from './settings.svelte';

type Sound = 'turn' | 'half' | 'chips' | 'all-in' | 'check' | 'fold' | 'deal' | 'win' | 'floor';

const NOTES: Record<Sound, [number, number, OscillatorType][]> = {
  turn: [[660, 0.09, 'sine'], [880, 0.14, 'sine']],
  half: [[440, 0.1, 'square']],
  chips: [[2100, 0.02, 'triangle'], [1700, 0.03, 'triangle']],
  'all-in': [[1500, 0.03, 'triangle'], [1800, 0.03, 'triangle'], [2100, 0.03, 'triangle'], [2400, 0.05, 'triangle']],
  floor: [[523, 0.15, 'square'], [392, 0.2, 'square']],
  check: [[180, 0.04, 'square'], [180, 0.04, 'square']],
  fold: [[140, 0.08, 'sine']],
  deal: [[900, 0.02, 'sawtooth']],
  win: [[523, 0.1, 'sine'], [659, 0.1, 'sine'], [784, 0.2, 'sine']],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length, shape] of NOTES[sound]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = shape;
    tone.frequency.value = pitch * (0.97 + Math.random() * 0.06);
    gain.gain.setValueAtTime(0.01 + 0.24 * settings.volume, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}

const BY_KIND: Record<string, Sound> = {
  Called: 'chips', BetMade: 'chips', Raised: 'chips', BlindPosted: 'chips', Checked: 'check', Folded: 'fold', StreetDealt: 'deal', PotAwarded: 'win',
};

export function playFor(lines: readonly Pick<Line, 'kind' | 'text'>[]): void {
  const last = lines.findLast((line) => line.kind in BY_KIND);
  if (last) play(last.text.endsWith('is all-in') ? 'all-in' : BY_KIND[last.kind]!);
}
