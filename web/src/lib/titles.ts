// What stands in the title of the window: each page its own name.
import { wording } from './language';

const NAMES: Record<string, string> = { '': wording`Lobby`, rules: wording`Rulebooks`, lab: wording`Lab`, account: wording`Account`, office: wording`Back office`, floor: wording`Floor desk`, tournaments: wording`Tournaments`, promotions: wording`Promotions`, jackpots: wording`Jackpots`, lists: wording`Waiting lists`, tiles: wording`Your tables`, board: wording`Board`, hands: wording`My hands`, shared: wording`A shared hand` };
const PROMOTION_PAGES: Record<string, string> = { desk: wording`desk`, proof: wording`proof of the draw` };
const EVENT_PAGES: Record<string, string> = { conditions: wording`conditions`, desk: wording`director’s desk`, host: wording`host’s page`, wall: wording`wall screen`, print: wording`print` };

/** What people call a table or a tournament, by its name in addresses. */
export interface Called { table: (name: string) => string; event: (name: string) => string }

/** The title of a page, by the parts of its address; elsewhere than at the table it says where one sits. */
export function pageTitle(parts: readonly string[], seats: readonly string[] = [], called: Called = { table: (name) => name, event: (name) => name }): string {
  const [kind = '', name, number] = parts;
  const shown = name && (kind === 'tournament' ? called.event(name) : kind === 'table' ? called.table(name) : name);
  const others = seats.filter((one) => (kind !== 'table' && kind !== 'pit') || one !== name).map(called.table).filter((one) => one !== shown);
  return `${named(kind, shown, number)}${others.length ? wording` · you sit at ${others.join(', ')}` : ''} · openfelt`;
}

function named(kind: string, table?: string, number?: string): string {
  switch (kind) {
    case 'table': case 'pit': return table ?? wording`No such page`;
    case 'tournament': return number && EVENT_PAGES[number] ? `${table ?? ''}, ${EVENT_PAGES[number]}` : (table ?? wording`No such page`);
    case 'jackpot': return wording`Jackpot ${table ?? ''}${number === 'wall' ? wording`, display` : ''}`;
    case 'promotion': return number && PROMOTION_PAGES[number] ? `${table ?? ''}, ${PROMOTION_PAGES[number]}` : (table ?? wording`No such page`);
    case 'dealer': return wording`${table ?? ''}, dealer`;
    case 'replay': return wording`${table ?? ''}, hand ${number ?? ''}`;
    case 'review': return wording`${table ?? ''}, hand ${number ?? ''}, reviewed`;
    case 'proof': return wording`The shuffle of ${table ?? ''} ${number ?? ''}`;
    case 'rules': return table ?? wording`Rulebooks`;
    case 'floor': return table ? wording`Floor desk: ${table}` : wording`Floor desk`;
    default: return NAMES[kind] ?? wording`No such page`;
  }
}
