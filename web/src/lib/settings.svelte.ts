// What this browser remembers: palette, amounts, sounds, guards, keys. Nothing leaves the page.
export const DEFAULT_KEYS = {
  fold: 'f',
  call: 'c',
  raise: 'r',
  allIn: 'a',
  more: 'ArrowUp',
  less: 'ArrowDown',
  least: 'm',
  half: 'h',
  twoThirds: 'j',
  pot: 'k',
  three: 'n',
  draw: 'd',
  show: 's',
  muck: 'u',
  time: 'e',
  checkFold: 'z',
  cancel: 'Escape',
  sitOut: 'i',
  readCards: 'o',
  readBoard: 'b',
  readPot: 'p',
  readTurn: 'w',
  readPlayer: 'v',
  again: '.',
  log: 'l',
  chat: 't',
  turnLeft: '[',
  turnRight: ']',
  help: '?',
} as const;

export type Command = keyof typeof DEFAULT_KEYS;

export const KEY_WORDS: Record<Command, string> = {
  fold: 'Fold (or decline an optional blind)',
  call: 'Check, call, bring in or straddle',
  raise: 'Bet or raise to the amount shown',
  allIn: 'Set the amount to all-in',
  more: 'Amount up by one big blind',
  less: 'Amount down by one big blind',
  least: 'Set the least amount',
  half: 'Set half the pot',
  twoThirds: 'Set two thirds of the pot',
  pot: 'Set the pot',
  three: 'Set three big blinds before the flop',
  draw: 'Draw or discard the chosen cards (1 to 7 choose)',
  show: 'Show the hand',
  muck: 'Muck the hand',
  time: 'Buy time',
  checkFold: 'Check or fold when my turn comes',
  cancel: 'Cancel what was chosen in advance',
  sitOut: 'Sit out or come back',
  readCards: 'Read my cards',
  readBoard: 'Read the board',
  readPot: 'Read the pot and what I owe',
  readTurn: 'Read whose turn it is and my choices',
  readPlayer: 'Read the next player',
  again: 'Say it again',
  log: 'Go to the action log',
  chat: 'Go to the chat',
  turnLeft: 'Turn the table by a seat, clockwise',
  turnRight: 'Turn the table by a seat, the other way',
  help: 'Show this list',
};

interface Settings {
  palette: 'four' | 'safe' | 'two';
  inBlinds: boolean;
  sound: boolean;
  volume: number;
  felt: 'green' | 'blue' | 'grey';
  turn: number;
  autoMuck: boolean;
  confirmAllIn: boolean;
  confirmFold: boolean;
  shortcuts: boolean;
  keys: Record<Command, string>;
}

const STORED = 'openfelt-settings';

function load(): Settings {
  const plain: Settings = {
    palette: 'four',
    inBlinds: false,
    sound: false,
    volume: 0.5,
    felt: 'green',
    turn: 0,
    autoMuck: false,
    confirmAllIn: true,
    confirmFold: true,
    shortcuts: true,
    keys: { ...DEFAULT_KEYS },
  };
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Settings>;
    return { ...plain, ...kept, keys: { ...plain.keys, ...kept.keys } };
  } catch {
    return plain;
  }
}

export const settings = $state<Settings>(load());

export function remember(): void {
  localStorage.setItem(STORED, JSON.stringify(settings));
}

/** The key as a person reads it. */
export function keyName(key: string): string {
  const words: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', ' ': 'Space' };
  return words[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The value of aria-keyshortcuts for a command. */
export function shortcut(command: Command): string | undefined {
  return settings.shortcuts ? settings.keys[command] : undefined;
}
