// Checks in the page that every card one saw lay where the published root says (docs/reference/shuffle.md).
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
    if (reached?.join() !== root) found.push(`position ${one.index} (${one.card}) does not lead to the root`);
    else if ((where.get(one.card) ?? one.index) !== one.index) found.push(`${one.card} was also at position ${where.get(one.card)}`);
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
    if (reached?.join() !== root) found.push(`position ${one.index} (${one.number}) does not lead to the root`);
    else if ((where.get(one.number) ?? one.index) !== one.index) found.push(`${one.number} was also at position ${where.get(one.number)}`);
    where.set(one.number, one.index);
  }
  return found;
}
