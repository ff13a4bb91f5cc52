// Checks in the page that every card one saw lay where the published root says (docs/reference/shuffle.md).
import { wording } from './language';

export interface Proof {
  format: string;
  shuffle: string;
  size: number;
  root: string;
  revealed: { index: number; card: string; salt: string; path: string[] }[];
}

function octets(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function join(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

const two = (value: number) => [value >> 8, value & 255];
const four = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

async function leaf(shuffle: string, index: number, card: string, salt: string): Promise<Uint8Array> {
  const text = new TextEncoder();
  const name = text.encode(shuffle);
  return sha256(join([0], two(name.length), name, two(index), text.encode(card), octets(salt)));
}

/** RFC 6962: the left part holds the largest power of two smaller than the whole. */
function split(size: number): number {
  return 2 ** (Math.ceil(Math.log2(size)) - 1);
}

async function rootFrom(start: Uint8Array, index: number, size: number, path: string[]): Promise<Uint8Array | null> {
  if (size === 1) return path.length ? null : start;
  const beside = path.at(-1);
  if (beside === undefined) return null;
  const at = split(size);
  const isLeft = index < at;
  const below = await rootFrom(start, isLeft ? index : index - at, isLeft ? at : size - at, path.slice(0, -1));
  if (!below) return null;
  return sha256(isLeft ? join([1], below, octets(beside)) : join([1], octets(beside), below));
}

/** What is wrong with the proofs; empty when every card was where the root says. */
export async function faults(proof: Proof): Promise<string[]> {
  const found: string[] = [];
  const where = new Map<string, number>();
  const root = octets(proof.root).join();
  for (const one of proof.revealed) {
    const reached = await rootFrom(await leaf(proof.shuffle, one.index, one.card, one.salt), one.index, proof.size, one.path);
    if (reached?.join() !== root) found.push(wording`position ${one.index} (${one.card}) does not lead to the root`);
    else if ((where.get(one.card) ?? one.index) !== one.index) found.push(wording`${one.card} was also at position ${where.get(one.card)}`);
    where.set(one.card, one.index);
  }
  return found;
}

/** A draw of numbers, as `openfelt verify-shuffle` reads it: who sits where, which envelope is next. */
export interface DrawProof {
  format: string;
  draw: string;
  size: number;
  root: string;
  shown: { index: number; number: number; salt: string; path: string[] }[];
}

/** What is wrong with the proofs of a draw; empty when every number was where the root says, and stood there once. */
export async function drawFaults(proof: DrawProof): Promise<string[]> {
  const found: string[] = [];
  const where = new Map<number, number>();
  const name = new TextEncoder().encode(proof.draw);
  const root = octets(proof.root).join();
  for (const one of proof.shown) {
    const start = await sha256(join([0], two(name.length), name, two(one.index), two(one.number), octets(one.salt)));
    const reached = await rootFrom(start, one.index, proof.size, one.path);
    if (reached?.join() !== root) found.push(wording`position ${one.index} (${one.number}) does not lead to the root`);
    else if ((where.get(one.number) ?? one.index) !== one.index) found.push(wording`${one.number} was also at position ${where.get(one.number)}`);
    where.set(one.number, one.index);
  }
  return found;
}

/** The draw of a promotion: whose entry lay at which position, by the roots that were told before. */
export interface EntriesProof {
  draw: string;
  size: number;
  root: string;
  entries_root: string;
  shown: readonly DrawnEntry[];
  mine?: readonly DrawnEntry[];
}

export interface DrawnEntry {
  position: number;
  entry: number;
  /** Empty where it is not told: of an entry that won nothing, as its player is excluded. */
  player: string;
  award?: number;
  salt: string;
  path: string[];
  entry_salt: string;
  entry_path: string[];
}

/** Whether an entry is the one that the root of the list was told of. */
async function isEntry(proof: EntriesProof, one: DrawnEntry): Promise<boolean> {
  const text = new TextEncoder();
  const draw = text.encode(proof.draw);
  const whose = text.encode(one.player);
  const start = await sha256(join([2], two(draw.length), draw, four(one.entry), two(whose.length), whose, octets(one.entry_salt)));
  const reached = await rootFrom(start, one.entry, proof.size, one.entry_path);
  return reached?.join() === octets(proof.entries_root).join();
}

/** What is wrong with the draw of a promotion; empty when every entry is whose it is said to be and was drawn where it is said. */
export async function entryFaults(proof: EntriesProof): Promise<string[]> {
  const shown = proof.shown.map((one) => ({ index: one.position, number: one.entry, salt: one.salt, path: one.path }));
  const found = await drawFaults({ format: 'openfelt draw 1', draw: proof.draw, size: proof.size, root: proof.root, shown });
  const positions = proof.shown.map((one) => one.position).sort((a, b) => a - b);
  if (positions.some((position, at) => position !== at)) found.push(wording`a position before the last was not shown`);
  const told = [...proof.shown, ...(proof.mine ?? [])].filter((one) => one.player || one.award);
  for (const one of told) if (!(await isEntry(proof, one))) found.push(wording`entry ${one.entry + 1} does not lead to the root of the entries`);
  return found;
}
