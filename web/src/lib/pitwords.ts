// The choices against the house, as a player would say them.
import { wording } from './language';
import { money, title } from './words';

/** An offer with its order opened: which fields an order has depends on its kind. */
export interface Choice {
  order: Record<string, unknown>;
  cites: string[];
  amounts: [number, number, number] | null;
  vary: string[];
  usual: [number, number] | null;
}

export const ORDER_WORDS: Record<string, string> = { Wager: wording`Bet`, SpokenWager: wording`Say`, Withdraw: wording`Take back`, DeclareBonus: wording`Declare the bonus`, Call: wording`Call`, Raise: wording`Raise`, Stay: wording`Stay`, Fold: wording`Fold`, Leave: wording`Leave`, ShowOwn: wording`Show` };

const USUAL: Record<string, string> = { ante: wording`ante`, bet: wording`bet`, bonus: wording`bonus`, call: wording`call`, fold: wording`fold`, raise: wording`raise`, stay: wording`stay` };

/** What a wager or a decision is called at the table. */
export const called = (word: string, words: Record<string, string> = {}) => title(words[word] ?? USUAL[word] ?? word);

const PHASES: Record<string, string> = {
  betting: wording`bets`, dealing: wording`dealing`, flop: wording`flop`, 'take-up': wording`cards are taken up`, decision: wording`decisions`, bonus: wording`bonus`, river: wording`river`, turn: wording`the dealer’s cards`,
  settling: wording`paying out`, racking: wording`cards are gathered`, done: wording`done`,
};

/** Where a round is, in the words of the table. */
export const phaseWords = (phase: string): string => title(PHASES[phase] ?? phase);

export const kindOf = (offer: Choice) => String(offer.order.type);

/** What a button says: the amount, the area it is for, and the box where that is another's; `more` where chips lie there already. */
export function choiceWords(offer: Choice, amount: number, { elsewhere = false, more = false, words: own = {} as Record<string, string> } = {}): string {
  const kind = kindOf(offer);
  const spot = String(offer.order.spot ?? '');
  const area = own[spot] ?? wording`the ${USUAL[spot] ?? spot}`;
  const said = own[kind.toLowerCase()];
  const words = [kind === 'Wager' && more ? wording`Add` : said ? title(said) : (ORDER_WORDS[kind] ?? title(kind))];
  if (offer.amounts || offer.order.amount) words.push(money(amount));
  // Chips on the area that the layout calls Bet, before the cards: a raise without having seen them.
  if (kind === 'Wager' && more) words.push(spot === 'bet' ? wording`to the blind bet` : wording`to ${area}`);
  else if (kind === 'Wager' && spot === 'bet') words.push(wording`blind`);
  else if (kind === 'Wager' && spot) words.push(wording`on ${area}`);
  else if (kind === 'Withdraw' && spot) words.push(spot === 'bet' ? wording`the blind bet` : area);
  if (elsewhere) words.push(wording`at box ${String(offer.order.box)}`);
  return words.join(' ');
}
