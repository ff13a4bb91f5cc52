// What this browser remembers: palette, amounts, sounds, keys. Nothing leaves the page.
interface Settings {
  palette: 'four' | 'safe' | 'two';
  inBlinds: boolean;
  sound: boolean;
  confirmAllIn: boolean;
  keys: Record<string, string>;
}

const DEFAULT_KEYS = { fold: 'f', call: 'c', raise: 'r', allIn: 'a', log: 'l', say: 't' };
const STORED = 'openfelt-settings';

function load(): Settings {
  const plain: Settings = { palette: 'four', inBlinds: false, sound: false, confirmAllIn: true, keys: { ...DEFAULT_KEYS } };
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Settings>) };
  } catch {
    return plain;
  }
}

export const settings = $state<Settings>(load());

export function remember(): void {
  localStorage.setItem(STORED, JSON.stringify(settings));
}
