// What is printed on the cloth of a table against the house, where its boxes lie, and which chips a tray holds.
import { wording } from '../language';
import type { BoxView, Text } from '../protocol';
import { title } from '../words';
import { CHIPS } from './chips';

export interface PayLine { hand: string; odds: number }
export interface PrintedPays { name: string; title: string; lines: PayLine[]; cites: string[] }
export interface PrintedSpot { spot: string; limits: [least: number, most: number, step: number] | null }
export interface PitLayout {
  spots: PrintedSpot[];
  calls: boolean;
  pays: PrintedPays[];
  words: { text: Text; cites: string[] }[];
}

/** Seven boxes from the dealer's left, which is the right of the screen; x from the middle, y from the top of the stage. */
const SEVEN: readonly (readonly [x: number, y: number])[] = [[440, 318], [344, 462], [204, 560], [0, 574], [-204, 560], [-344, 462], [-440, 318]];

export interface BoxPlace { x: number; y: number; scale: number }

/** The place of a box along the half-moon; whoever has a box sees it in the middle. More boxes than seven are drawn smaller. */
export function boxPlace(no: number, boxes: number, own: number): BoxPlace {
  const middle = Math.floor((boxes - 1) / 2);
  const step = own ? (no - own + middle + boxes) % boxes : no - 1;
  const at = own && step === middle ? 3 : boxes === 1 ? 3 : (step * (SEVEN.length - 1)) / (boxes - 1);
  const from = SEVEN[Math.floor(at)]!;
  const to = SEVEN[Math.min(SEVEN.length - 1, Math.floor(at) + 1)]!;
  const part = at - Math.floor(at);
  return { x: from[0] + (to[0] - from[0]) * part, y: from[1] + (to[1] - from[1]) * part, scale: Math.min(1, SEVEN.length / boxes) };
}

export interface PrintedLine { words: string; odds: string; hands: string[] }

/** A hand of a pay table as the cloth has it. */
export const handWords = (hand: string) => (hand === 'all-other' ? wording`Anything else` : title(hand));
const oddsWords = (odds: number) => (odds ? wording`${odds} to 1` : wording`stand-off`);

/** The lines as the cloth has them: neighbours that pay alike are one line, from the lowest of them to the highest. */
export function printedLines(lines: readonly PayLine[]): PrintedLine[] {
  const groups: PayLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && last[0]!.odds === line.odds) last.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => ({
    words: group.length > 1 ? wording`${handWords(group.at(-1)!.hand)} to ${handWords(group[0]!.hand).toLowerCase()}` : handWords(group[0]!.hand),
    odds: oddsWords(group[0]!.odds),
    hands: group.map((one) => one.hand),
  }));
}

const MOST_CHIPS = 4;

/** The chips of the tray: the smallest that fit the steps of the table and the player's own chips. */
export const trayChips = (step: number, chips: number): number[] => CHIPS.filter((chip) => chip % step === 0 && chip <= chips).toReversed().slice(0, MOST_CHIPS);

/** Every spot of a box in the order of the layout, also those where only chips tell of it. */
export function spotsOf(box: BoxView | undefined, layout: PitLayout | null): string[] {
  const printed = (layout?.spots ?? []).map((one) => one.spot);
  const laid = (box?.stakes ?? []).map((one) => String(one.spot)).filter((spot) => spot !== 'call' && !printed.includes(spot));
  return [...printed, ...laid];
}

export const stakeOn = (box: BoxView | undefined, spot: string): number => box?.stakes.find((one) => String(one.spot) === spot)?.amount ?? 0;
