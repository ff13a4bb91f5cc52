// What stands in the title of the window: each page its own name.
const NAMES: Record<string, string> = { '': 'Lobby', rules: 'Rulebooks', lab: 'Lab', account: 'Account', office: 'Back office', floor: 'Floor desk', tournaments: 'Tournaments', promotions: 'Promotions', jackpots: 'Jackpots', lists: 'Waiting lists', tiles: 'Your tables', board: 'Board', hands: 'My hands', shared: 'A shared hand' };
const PROMOTION_PAGES: Record<string, string> = { desk: 'desk', proof: 'proof of the draw' };
const EVENT_PAGES: Record<string, string> = { conditions: 'conditions', desk: 'director’s desk', host: 'host’s page', wall: 'wall screen', print: 'print' };

/** The title of a page, by the parts of its address; elsewhere than at the table it says where one sits. */
export function pageTitle(parts: readonly string[], seats: readonly string[] = []): string {
  const [kind = '', table, number] = parts;
  const others = seats.filter((one) => (kind !== 'table' && kind !== 'pit') || one !== table);
  return `${named(kind, table, number)}${others.length ? ` · you sit at ${others.join(', ')}` : ''} · openfelt`;
}

function named(kind: string, table?: string, number?: string): string {
  switch (kind) {
    case 'table': case 'pit': return table ?? 'No such page';
    case 'tournament': return number && EVENT_PAGES[number] ? `${table ?? ''}, ${EVENT_PAGES[number]}` : (table ?? 'No such page');
    case 'jackpot': return `Jackpot ${table ?? ''}${number === 'wall' ? ', display' : ''}`;
    case 'promotion': return number && PROMOTION_PAGES[number] ? `${table ?? ''}, ${PROMOTION_PAGES[number]}` : (table ?? 'No such page');
    case 'dealer': return `${table ?? ''}, dealer`;
    case 'replay': return `${table ?? ''}, hand ${number ?? ''}`;
    case 'review': return `${table ?? ''}, hand ${number ?? ''}, reviewed`;
    case 'proof': return `The shuffle of ${table ?? ''} ${number ?? ''}`;
    case 'rules': return table ?? 'Rulebooks';
    case 'floor': return table ? `Floor desk: ${table}` : 'Floor desk';
    default: return NAMES[kind] ?? 'No such page';
  }
}
