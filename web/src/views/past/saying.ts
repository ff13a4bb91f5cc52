// How the pages of one's past write things.
import { count, money } from '../../lib/words';

/** Chips of a tournament are counted, money is written as money. */
export const chipsOrMoney = (amount: number, event: string): string => (event ? count(amount) : money(amount));

/** Day and time of a hand, in the reader's own zone. */
export const day = (ms: number): string => new Date(ms).toLocaleString('en-AU', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Cards that stand together, one by one. */
export const several = (cards: string): string[] => cards.match(/../g) ?? [];
