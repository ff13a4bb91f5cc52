// Questions over HTTP: an answer, or a fault that a page can show, also where the room does not answer at all.
import { askPassword } from './proving.svelte';
import type { Fault } from './protocol';

export interface Answer<T> {
  told: T | null;
  fault: Fault | null;
}

const SILENT: Fault = { code: 'offline', rule: [], phrase: 'the room does not answer', legal: [{ phrase: 'try again' }] };

async function asked<T>(path: string, how?: RequestInit): Promise<Answer<T>> {
  try {
    const told = (await (await fetch(path, how)).json()) as T & { error?: Fault };
    return told.error ? { told: null, fault: told.error } : { told, fault: null };
  } catch {
    return { told: null, fault: SILENT };
  }
}

/** Read something. */
export const read = <T>(path: string): Promise<Answer<T>> => asked<T>(path);

const post = <T>(path: string, body: unknown): Promise<Answer<T>> =>
  asked<T>(path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-openfelt': '1' }, body: JSON.stringify(body) });

/** Ask, and where the room wants the password again, ask for it and then once more. */
async function proving<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const first = await ask();
  if (first.fault?.code !== 'prove-yourself') return first;
  const proof = await askPassword();
  if (proof === null) return first;
  const proved = await post('/api/prove', proof);
  return proved.fault ? { told: null, fault: proved.fault } : ask();
}

/** Have something done. Where the room asks for the password again, so does the page, and then asks once more. */
export const send = <T>(path: string, body: unknown): Promise<Answer<T>> => proving(() => post<T>(path, body));

async function file(path: string): Promise<Answer<Blob>> {
  try {
    const got = await fetch(path);
    return got.ok ? { told: await got.blob(), fault: null } : { told: null, fault: ((await got.json()) as { error: Fault }).error };
  } catch {
    return { told: null, fault: SILENT };
  }
}

/** Save a file that the room may refuse: a plain link would fail without a word. */
export async function save(path: string, name: string): Promise<Fault | null> {
  const { told, fault } = await proving(() => file(path));
  if (!told) return fault;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(told);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return null;
}
