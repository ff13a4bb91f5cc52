// What this browser remembers: palette, amounts, sounds, guards, keys. Nothing leaves the page.
import { wording } from './language';

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
  callAny: 'x',
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
  floor: 'g',
  turnLeft: '[',
  turnRight: ']',
  nextTile: 'q',
  lastTile: 'y',
  help: '?',
  card1: '1',
  card2: '2',
  card3: '3',
  card4: '4',
  card5: '5',
  card6: '6',
  card7: '7',
  card8: '8',
  card9: '9',
  seat1: 'F1',
  seat2: 'F2',
  seat3: 'F3',
  seat4: 'F4',
  seat5: 'F5',
  seat6: 'F6',
  seat7: 'F7',
  seat8: 'F8',
  seat9: 'F9',
  seat10: 'F10',
} as const;

export type Command = keyof typeof DEFAULT_KEYS;

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const KEY_WORDS: Record<Command, string> = {
  fold: wording`Fold (or decline an optional blind)`,
  call: wording`Check, call, bring in or straddle`,
  raise: wording`Bet or raise to the amount shown`,
  allIn: wording`Set the amount to all-in`,
  more: wording`Amount up by one big blind`,
  less: wording`Amount down by one big blind`,
  least: wording`Set the least amount`,
  half: wording`Set half the pot`,
  twoThirds: wording`Set two thirds of the pot`,
  pot: wording`Set the pot`,
  three: wording`Set three big blinds before the flop`,
  draw: wording`Draw or discard the chosen cards (1 to 9 choose)`,
  show: wording`Show the hand`,
  muck: wording`Muck the hand`,
  time: wording`Buy time`,
  checkFold: wording`Check or fold when my turn comes`,
  callAny: wording`Call any amount when my turn comes`,
  cancel: wording`Cancel what was chosen in advance`,
  sitOut: wording`Sit out or come back`,
  readCards: wording`Read my cards`,
  readBoard: wording`Read the board`,
  readPot: wording`Read the pot and what I owe`,
  readTurn: wording`Read whose turn it is and my choices`,
  readPlayer: wording`Read the next player`,
  again: wording`Say it again`,
  log: wording`Go to the action log`,
  chat: wording`Go to the chat`,
  floor: wording`Call the floor`,
  turnLeft: wording`Turn the table by a seat, clockwise`,
  turnRight: wording`Turn the table by a seat, the other way`,
  nextTile: wording`Several tables: to the next tile`,
  lastTile: wording`Several tables: to the tile before`,
  help: wording`Show this list`,
  ...Object.fromEntries(NUMBERS.map((number) => [`card${number}`, wording`Read card ${number}: my own first, then the board; while I draw or discard, choose it`])),
  ...Object.fromEntries([...NUMBERS, 10].map((number) => [`seat${number}`, wording`Read seat ${number}: player, stack, cards`])),
} as Record<Command, string>;

/** The list of keys in the order in which it is shown. */
export const KEY_GROUPS: [string, Command[]][] = [
  [wording`My turn`, ['fold', 'call', 'raise', 'draw', 'show', 'muck', 'time']],
  [wording`Amount`, ['more', 'less', 'least', 'three', 'half', 'twoThirds', 'pot', 'allIn']],
  [wording`In advance`, ['checkFold', 'callAny', 'cancel', 'sitOut']],
  [wording`Read aloud`, ['readCards', 'readBoard', 'readPot', 'readTurn', 'readPlayer', 'again', ...NUMBERS.map((number) => `card${number}` as Command), ...[...NUMBERS, 10].map((number) => `seat${number}` as Command)]],
  [wording`Table`, ['log', 'chat', 'floor', 'turnLeft', 'turnRight', 'nextTile', 'lastTile', 'help']],
];

interface Settings {
  palette: 'four' | 'safe' | 'two';
  inBlinds: boolean;
  sound: boolean;
  volume: number;
  /** The drawn deck, or one with nothing but indices. */
  deck: 'drawn' | 'plain';
  felt: 'green' | 'blue' | 'grey' | 'oxblood';
  theme: 'auto' | 'light' | 'dark';
  motion: boolean;
  /** People whose words one does not want to read. */
  muted: string[];
  /** The game last sat down to, for *play now*. */
  lastGame: string;
  turn: number;
  autoMuck: boolean;
  confirmAllIn: boolean;
  confirmFold: boolean;
  shortcuts: boolean;
  /** The device tells a turn and a seat that is ready while nobody looks. */
  notices: boolean;
  /** The log tells also what nobody did: the sealed deck, a burnt card, a fee of nothing. */
  everyLine: boolean;
  /** A newcomer is led through a hand. */
  guide: boolean;
  keys: Record<Command, string>;
}

const STORED = 'openfelt-settings';

function load(): Settings {
  const plain: Settings = {
    palette: 'four',
    inBlinds: false,
    sound: true,
    volume: 0.35,
    deck: 'drawn',
    felt: 'green',
    theme: 'auto',
    motion: true,
    muted: [],
    lastGame: '',
    turn: 0,
    autoMuck: false,
    confirmAllIn: true,
    confirmFold: true,
    shortcuts: true,
    notices: false,
    everyLine: false,
    guide: true,
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
  const words: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: wording`Esc`, ' ': wording`Space` };
  return words[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The value of aria-keyshortcuts for a command. */
export function shortcut(command: Command): string | undefined {
  if (!settings.shortcuts) return undefined;
  const key = settings.keys[command];
  return key === ' ' ? 'Space' : key === '+' ? 'Plus' : key;
}

/** What a pointer that rests on a button is told: which key does the same. */
export function hint(command: Command): string | undefined {
  return settings.shortcuts ? wording`Key: ${keyName(settings.keys[command])}` : undefined;
}
