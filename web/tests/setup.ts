// Every test begins with a browser that remembers nothing, and with a room that does not answer.
import { afterEach, beforeEach, vi } from 'vitest';

const SILENT = () => Promise.reject(new Error('no test asks over the network'));

beforeEach(() => {
  vi.stubGlobal('fetch', SILENT);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.stubGlobal('fetch', SILENT);
  localStorage.clear();
  sessionStorage.clear();
});
