// Short sounds made in the page; nothing is downloaded. They start only after a gesture, as browsers demand, and are not
// heard on a page that nobody sees, but for one's own turn.
import type { Line } from './protocol';
import { settings } from './settings.svelte';

type Sound = 'turn' | 'half' | 'chips' | 'all-in' | 'check' | 'fold' | 'deal' | 'win' | 'floor' | 'refused';

/** One part of a sound: filtered noise that slides from one pitch to another, or a tone; when it begins, how long, how loud. */
type Part = { at?: number; ms: number; gain: number } & ({ noise: [from: number, to: number]; q: number } | { tone: OscillatorType; pitch: [from: number, to: number] });

const bell = (pitch: number, at: number, ms: number): Part[] => [1, 2.76].map((partial) => ({ at, ms, gain: partial === 1 ? 0.2 : 0.06, tone: 'sine', pitch: [pitch * partial, pitch * partial] }));
const chip = (at: number): Part[] => {
  const pitch = 3300 + Math.random() * 900;
  return [{ at, ms: 50, gain: 0.09, tone: 'triangle', pitch: [pitch, pitch] }, { at, ms: 30, gain: 0.09, noise: [5200, 5200], q: 4 }];
};
const tap = (pitch: number, at: number, ms: number): Part => ({ at, ms, gain: 0.3, noise: [pitch, pitch], q: 3 });

const PARTS: Record<Sound, () => Part[]> = {
  deal: () => [{ ms: 110, gain: 0.16, noise: [2600, 900], q: 0.8 }],
  fold: () => [{ ms: 140, gain: 0.1, noise: [900, 2000], q: 0.8 }],
  check: () => [tap(300, 0, 45), tap(300, 90, 45)],
  chips: () => [0, 45, 95].flatMap(chip),
  'all-in': () => [...Array.from({ length: 8 }, (_, at) => chip(at * 40)).flat(), { ms: 300, gain: 0.12, tone: 'sine', pitch: [110, 70] }],
  turn: () => [...bell(660, 0, 350), ...bell(880, 140, 350)],
  half: () => bell(660, 0, 350),
  win: () => [587, 740, 880].map((pitch, at) => ({ at: at * 90, ms: 500, gain: 0.07, tone: 'triangle', pitch: [pitch, pitch] })),
  floor: () => [...bell(392, 0, 400), ...bell(330, 180, 400)],
  refused: () => [tap(180, 0, 60)],
};

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A second of noise, made once. */
function noise(of: AudioContext): AudioBuffer {
  if (!hiss) {
    hiss = of.createBuffer(1, of.sampleRate, of.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  return hiss;
}

function sound(of: AudioContext, part: Part): void {
  const at = of.currentTime + (part.at ?? 0) / 1000;
  const end = at + part.ms / 1000;
  const gain = of.createGain();
  gain.gain.setValueAtTime(Math.max(0.0001, part.gain * settings.volume * 2), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(of.destination);
  if ('tone' in part) {
    const tone = of.createOscillator();
    tone.type = part.tone;
    tone.frequency.setValueAtTime(part.pitch[0], at);
    tone.frequency.exponentialRampToValueAtTime(part.pitch[1], end);
    tone.connect(gain);
    tone.start(at);
    tone.stop(end);
    return;
  }
  const source = of.createBufferSource();
  source.buffer = noise(of);
  source.loop = true;
  const band = of.createBiquadFilter();
  band.type = 'bandpass';
  band.Q.value = part.q;
  band.frequency.setValueAtTime(part.noise[0], at);
  band.frequency.exponentialRampToValueAtTime(part.noise[1], end);
  source.connect(band).connect(gain);
  source.start(at, Math.random() * 0.5);
  source.stop(end);
}

/** Whether a sound may be heard now: switched on, after a first click or key, and not on a page that is hidden. */
export function mayPlay(which: Sound): boolean {
  if (!settings.sound || typeof AudioContext === 'undefined') return false;
  if (!(navigator.userActivation?.hasBeenActive ?? true)) return false;
  return !document.hidden || which === 'turn' || which === 'half';
}

export function play(which: Sound): void {
  if (!mayPlay(which)) return;
  context ??= new AudioContext();
  for (const part of PARTS[which]()) sound(context, part);
}

const BY_KIND: Record<string, Sound> = {
  Called: 'chips', BetMade: 'chips', Raised: 'chips', BlindPosted: 'chips', Checked: 'check', Folded: 'fold', StreetDealt: 'deal', PotAwarded: 'win',
};

export function playFor(lines: readonly Pick<Line, 'kind' | 'all_in'>[]): void {
  const last = lines.findLast((line) => line.kind in BY_KIND);
  if (last) play(last.all_in ? 'all-in' : BY_KIND[last.kind]!);
}
