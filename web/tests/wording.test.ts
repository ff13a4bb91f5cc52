// The words of the client: marked in markup by the compiler, in scripts by hand, and read in the language of the page.
import { parse } from 'svelte/compiler';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { catalogueOf, chooseLanguage, speak, wording } from '../src/lib/language';
import { say } from '../src/lib/phrases';
import { accented } from '../src/languages/pseudo';
import { worded, wordingsOf } from '../marking';

const SOURCES = import.meta.glob<string>(['../src/**/*.{svelte,ts}', '!../src/lib/protocol.ts'], { query: '?raw', import: 'default', eager: true });
const made = (source: string): string => worded(source).text.toString();
const found = (source: string): string[] => worded(source).found.map((one) => one.template);

afterEach(() => speak(null));

describe('markup', () => {
  it.each([
    ['<h1>Lobby</h1>', '<h1>{__wording`Lobby`}</h1>', ['Lobby']],
    ['<p>Lists: {all.length}, {waiting} waiting</p>', '<p>{__wording`Lists: ${all.length}, ${waiting} waiting`}</p>', ['Lists: {1}, {2} waiting']],
    ['<p>\n  One\n  moment {name}\n</p>', '<p> {__wording`One moment ${name}`} </p>', ['One moment {1}']],
    ['<b>All</b> of <i>{n}</i>', '<b>{__wording`All`}</b> {__wording`of`} <i>{n}</i>', ['All', 'of']],
    ["<p>{due ? 'Your turn' : there}</p>", '<p>{due ? __wording`Your turn` : there}</p>', ['Your turn']],
    ["<p>your {pit ? 'box' : 'seat'} {no}</p>", '<p>{__wording`your ${pit ? __wording`box` : __wording`seat`} ${no}`}</p>', ['box', 'seat', 'your {1} {2}']],
    ["<p>{names.map((one) => `${one} wins`).join(' and ')}</p>", '<p>{names.map((one) => __wording`${one} wins`).join(__wording` and `)}</p>', [' and ', '{1} wins']],
    ['<input placeholder="Find a table" class="find" />', '<input placeholder={__wording`Find a table`} class="find" />', ['Find a table']],
    ['<i title="seat {no}" aria-label={`Box ${no}`}></i>', '<i title={__wording`seat ${no}`} aria-label={__wording`Box ${no}`}></i>', ['seat {1}', 'Box {1}']],
    ["<Grid columns={[{ label: 'Player', width: '3rem' }]} kind=\"plain\" />", "<Grid columns={[{ label: __wording`Player`, width: '3rem' }]} kind=\"plain\" />", ['Player']],
    ['{#if a}<p>Yes</p>{:else}No{/if}', '{#if a}<p>{__wording`Yes`}</p>{:else}{__wording`No`}{/if}', ['Yes', 'No']],
    ['<p>a `tick` \\ &amp; {one}</p>', '<p>{__wording`a \\`tick\\` \\\\ & ${one}`}</p>', ['a `tick` \\ & {1}']],
  ])('%s', (source, expected, templates) => {
    expect(made(source)).toBe(expected);
    expect(found(source)).toEqual(expect.arrayContaining(templates));
    expect(found(source)).toHaveLength(templates.length);
  });

  it.each(['<p>{name}</p>', '<p>{a} · {b}: 12</p>', "<p class=\"open\" href=\"/lists\">{one.kind === 'pit'}</p>", '<code translate="no">openfelt serve</code>', "<p>{say(fault, 'now')}</p>", '<style>p { color: red; }</style>'])('%s has no words of its own', (source) =>
    expect(made(source)).toBe(source));

  it('keeps the place of everything else, for errors and for people', () => {
    const source = '<script lang="ts">\n  let n = 1;\n</script>\n\n<p>Hand {n}</p>\n<b>{n}</b>\n';
    expect(made(source).split('\n')).toEqual(['<script lang="ts">', '  let n = 1;', '</script>', '', '<p>{__wording`Hand ${n}`}</p>', '<b>{n}</b>', '']);
    expect(worded(source).found).toEqual([{ template: 'Hand {1}', parts: ['n'], line: 5 }]);
  });
});

describe('a script', () => {
  it('says by itself what is for people, and its own faults as the room does', () => {
    const source = "const a = wording`Hand ${number} of ${all.length}`;\nconst b = { code: 'offline', phrase: 'not connected' };\nconst c = 'fold';";
    expect(wordingsOf(source).map((one) => [one.template, one.line])).toEqual([['Hand {1} of {2}', 1], ['not connected', 2]]);
  });

  // Two words in a row are for people. What stands here is for the browser or for the room.
  const NOT_FOR_PEOPLE: [file: RegExp, text: RegExp][] = [
    [/./, /^\((max|min|prefers)-|^\.|^(a|button), |\[data-|\(\d*px|translate\(|data:image/],
    [/Icon\.svelte/, /^M\d/],
    [/JackpotList\.svelte/, /^book = /],
    [/proof\.ts/, /^openfelt draw 1$/],
    [/OpenTable\.svelte|AfterHand|SitDialog/, /^house \d|^mixed $/],
    [/TurnAlert\.svelte|tournament\/Wall\.svelte/, /^(turn|seat|move|place|side) /],
    [/phrases\.ts/, /^(commission \{amount\}|seat \{seat\})$/],
  ];

  it('has no other words for people', () => {
    const left: string[] = [];
    for (const [file, source] of Object.entries(SOURCES)) {
      const tree = parse(file.endsWith('.ts') ? `<script lang="ts">${source}</script>` : source, { modern: true }) as unknown as Record<string, unknown>;
      for (const part of [tree.module, tree.instance]) left.push(...plainTexts(part).filter((text) => !NOT_FOR_PEOPLE.some(([where, what]) => where.test(file) && what.test(text))).map((text) => `${file}: ${text}`));
    }
    expect(left).toEqual([]);
  }, 30_000);

  const WORDS = /\p{L}{2,}[,;:.]? \p{L}/u;

  /** Texts of two words or more that are neither marked nor only compared with. */
  function plainTexts(node: unknown): string[] {
    if (Array.isArray(node)) return node.flatMap(plainTexts);
    if (!node || typeof node !== 'object') return [];
    const one = node as Record<string, unknown> & { type?: string };
    if (one.type === 'ImportDeclaration' || one.type === 'TSTypeAnnotation' || (one.type === 'BinaryExpression' && one.operator !== '+')) return [];
    if (one.type === 'TaggedTemplateExpression') return plainTexts((one.quasi as { expressions: unknown }).expressions);
    if (one.type === 'Property') return (one.key as { name?: string }).name === 'phrase' ? [] : plainTexts(one.value);
    const text = one.type === 'Literal' ? one.value : one.type === 'TemplateLiteral' ? (one.quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join('…') : '';
    const own = typeof text === 'string' && WORDS.test(text) ? [text] : [];
    return [...own, ...Object.entries(one).flatMap(([field, inside]) => (['loc', 'metadata', 'leadingComments', 'trailingComments'].includes(field) ? [] : plainTexts(inside)))];
  }
});

describe('the language of the page', () => {
  it('is English without a catalogue', () => {
    expect(wording`Hand ${7} of ${undefined}${null}`).toBe('Hand 7 of ');
    expect(wording`Fold`).toBe('Fold');
  });

  it('puts the parts where the other language has them', () => {
    const words: Record<string, string> = { '{1} wins {2}': '{2} gehen an {1}', 'up to {left}': 'bis {left}' };
    speak((template) => words[template]);
    expect(wording`${'Ann'} wins ${'$5'}`).toBe('$5 gehen an Ann');
    expect(wording`no word for ${'this'}`).toBe('no word for this');
    expect(say({ phrase: 'up to {left}', parts: { left: { money: 500 } } })).toBe('bis $5');
    expect(wording`a brace ${'{2}'} in a part, ${'x'}`).toBe('a brace {2} in a part, x');
  });

  it('in tests accents every letter of a template and no part', async () => {
    speak(await catalogueOf('pseudo'));
    expect(wording`Fold ${'Ann'}`).toBe('[Ƒöļð Ann]');
    expect(accented(accented('Fold'))).toBe('[Ƒöļð]');
    expect(accented('{seat} calls {to}')).toMatch(/^\[\{seat\} \P{ASCII}+ \{to\}\]$/u);
  });

  it('is the one that was chosen, read again with the page', async () => {
    chooseLanguage('pseudo');
    vi.resetModules();
    const anew = await import('../src/lib/language');
    expect(anew.wording`Fold`).toBe('[Ƒöļð]');
    chooseLanguage('xx');
    vi.resetModules();
    expect((await import('../src/lib/language')).wording`Fold`).toBe('Fold');
  });
});
