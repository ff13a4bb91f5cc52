// Somebody who watches a table without a name comes back to it with one.

/** The page on which a name is chosen, for whoever wants to play at this table. */
export const nameFor = (kind: 'table' | 'pit', table: string): string => `/?to=${encodeURIComponent(`/${kind}/${encodeURIComponent(table)}`)}`;

const KINDS: readonly string[] = ['table', 'pit'];
const NO_PART = ['?', '#', '\\']; // of the name of a table in an address

/** The table to which whoever comes in goes, from the address; nothing that is no table of this room. */
export function cameFor(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '';
  const [before, kind = '', name = '', ...more] = to.split('/');
  const isTable = before === '' && KINDS.includes(kind) && name !== '' && !more.length && !NO_PART.some((one) => name.includes(one));
  return isTable ? to : '';
}
