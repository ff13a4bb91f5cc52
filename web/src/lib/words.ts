// Words, money and cards as people read them.
export const SUITS: Record<string, { symbol: string; name: string }> = {
  c: { symbol: '♣', name: 'clubs' },
  d: { symbol: '♦', name: 'diamonds' },
  h: { symbol: '♥', name: 'hearts' },
  s: { symbol: '♠', name: 'spades' },
};

const RANKS: Record<string, string> = { T: 'ten', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };

export function money(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString('en')}` : `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;
}

export function chips(cents: number, big: number, inBlinds: boolean): string {
  if (!inBlinds || !big) return money(cents);
  return `${(cents / big).toLocaleString('en', { maximumFractionDigits: 1 })} BB`;
}

export function cardName(card: string): string {
  if (card === '??') return 'a hidden card';
  if (card === 'Jk') return 'the joker';
  const rank = card.charAt(0);
  return `${RANKS[rank] ?? rank} of ${SUITS[card.charAt(1)]?.name ?? ''}`;
}

export function cardNames(cards: readonly string[]): string {
  return cards.length ? cards.map(cardName).join(', ') : 'none';
}
