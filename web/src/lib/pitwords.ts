// The choices against the house, as a player would say them.
import { money, title } from './words';

/** An offer with its order opened: which fields an order has depends on its kind. */
export interface Choice {
  order: Record<string, unknown>;
  cites: string[];
  amounts: [number, number, number] | null;
  vary: string[];
  usual: [number, number] | null;
}

export const ORDER_WORDS: Record<string, string> = { Wager: 'Bet', SpokenWager: 'Say', Withdraw: 'Take back', DeclareBonus: 'Declare the bonus', Call: 'Call', Raise: 'Raise', Stay: 'Stay', Fold: 'Fold', Leave: 'Leave', ShowOwn: 'Show' };

export const kindOf = (offer: Choice) => String(offer.order.type);

/** What a button says: the amount, the area it is for, and the box where that is another's; `more` where chips lie there already. */
export function choiceWords(offer: Choice, amount: number, { elsewhere = false, more = false } = {}): string {
  const kind = kindOf(offer);
  const spot = String(offer.order.spot ?? '');
  const words = [kind === 'Wager' && more ? 'Add' : (ORDER_WORDS[kind] ?? title(kind))];
  if (offer.amounts || offer.order.amount) words.push(money(amount));
  // Chips on the area that the layout calls Bet, before the cards: a raise without having seen them.
  if (kind === 'Wager' && more) words.push(spot === 'bet' ? 'to the blind bet' : `to the ${spot}`);
  else if (kind === 'Wager' && spot === 'bet') words.push('blind');
  else if (kind === 'Wager' && spot) words.push(`on the ${spot}`);
  else if (kind === 'Withdraw' && spot) words.push(spot === 'bet' ? 'the blind bet' : `the ${spot}`);
  if (elsewhere) words.push(`at box ${String(offer.order.box)}`);
  return words.join(' ');
}
