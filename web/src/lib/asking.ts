// Questions over HTTP: an answer, or a fault that a page can show, also where the room does not answer at all.
import type { Fault } from './protocol';

export interface Answer<T> {
  told: T | null;
  fault: Fault | null;
}

const SILENT: Fault = { code: 'offline', rule: [], message: 'the room does not answer', legal: ['try again'] };

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

/** Have something done. */
export const send = <T>(path: string, body: unknown): Promise<Answer<T>> =>
  asked<T>(path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-openfelt': '1' }, body: JSON.stringify(body) });
