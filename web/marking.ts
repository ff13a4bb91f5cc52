// What people read in the client's own markup, as templates of a catalogue: text and visible attributes become calls of `wording`.
//
// The sources stay plain. `<p>Hand {number}</p>` is compiled as if it were written <p>{wording`Hand ${number}`}</p>, whose template
// is "Hand {1}". A script says by itself what is for people: wording`Hand ${number}`.
import MagicString from 'magic-string';
import { parse } from 'svelte/compiler';

interface Node {
  type: string;
  start: number;
  end: number;
  // The shapes of Svelte's tree and of the expressions in it differ by kind.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  [field: string]: any;
}

/** A template, and where it stands first. */
export interface Found {
  template: string;
  /** What stands for each number in its braces. */
  parts: string[];
  line: number;
}

/** Attributes whose words people see or hear, and the properties with which our components take such words. */
const VISIBLE = new Set(['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'label', 'placeholder', 'title', 'about', 'caption', 'columns', 'empty', 'facts', 'fault', 'hint', 'notice', 'sub', 'word']);
/** The name of `wording` in compiled markup. The compiler knows no such name, and so takes what it says of the same parts to stay the same. */
export const CALLED = '__wording';
const OPENING = '<script lang="ts">';
const LETTER = /\p{L}/u;

const isWords = (text: string): boolean => LETTER.test(text);
const quoted = (text: string): string => text.replace(/[\\`]|\$\{/g, '\\$&');

/** The template of a tagged text: its parts by their number. */
export const templateOf = (texts: readonly string[]): string => texts.reduce((all, text, at) => `${all}{${at}}${text}`);

class Marking {
  readonly found: Found[] = [];
  readonly text: MagicString;

  constructor(readonly source: string) {
    this.text = new MagicString(source);
  }

  keep(texts: readonly string[], parts: readonly Node[], at: number): void {
    const line = this.source.slice(0, at).split('\n').length;
    this.found.push({ template: templateOf(texts), parts: parts.map((one) => this.source.slice(one.start, one.end)), line });
  }

  /** Words in what an expression may come to: a text, either side of a choice, the elements of a list that is joined. */
  expression(node: Node | null | undefined): void {
    switch (node?.type) {
      case 'Literal':
        if (typeof node.value !== 'string' || !isWords(node.value)) return;
        this.keep([node.value], [], node.start);
        return void this.text.overwrite(node.start, node.end, `${CALLED}\`${quoted(node.value)}\``);
      case 'TemplateLiteral': {
        const texts = node.quasis.map((one: Node) => one.value.cooked as string);
        for (const one of node.expressions) this.expression(one);
        if (!texts.some(isWords)) return;
        this.keep(texts, node.expressions, node.start);
        return void this.text.appendLeft(node.start, CALLED);
      }
      case 'ConditionalExpression':
        this.expression(node.consequent);
        return this.expression(node.alternate);
      case 'LogicalExpression':
        if (node.operator !== '&&') this.expression(node.left);
        return this.expression(node.right);
      case 'BinaryExpression':
        if (node.operator !== '+') return;
        this.expression(node.left);
        return this.expression(node.right);
      case 'ArrayExpression':
        for (const one of node.elements) this.expression(one);
        return;
      case 'SpreadElement':
        return this.expression(node.argument);
      case 'ObjectExpression':
        // { label: 'Player', width: '3rem' }
        for (const one of node.properties) if (VISIBLE.has(one.key?.name)) this.expression(one.value);
        return;
      case 'MemberExpression':
        // { log: 'Log', chat: 'Chat' }[part]
        if (node.object.type === 'ObjectExpression') for (const one of node.object.properties) this.expression(one.value);
        return;
      case 'CallExpression': {
        // [a, b].filter(Boolean).join(' and ') and several.map((one) => `${one} of them`).join(', ')
        if (node.callee.type !== 'MemberExpression') return;
        const name = node.callee.property.name as string;
        if (name === 'map' && node.arguments[0]?.type === 'ArrowFunctionExpression') this.expression(node.arguments[0].body);
        if (name === 'join') this.expression(node.arguments[0]);
        if (['filter', 'join', 'map'].includes(name)) this.expression(node.callee.object);
        return;
      }
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
        return this.expression(node.expression);
    }
  }

  /** Text and expressions that stand side by side: one template where there are words, and else only the words in the expressions. */
  run(nodes: readonly Node[], inAttribute: boolean): void {
    const parts = nodes.filter((one) => one.type === 'ExpressionTag').map((one) => one.expression as Node);
    for (const one of parts) this.expression(one);
    const words = nodes.filter((one) => one.type === 'Text').map((one) => one.data as string);
    if (!words.some(isWords)) return;
    const texts = [''];
    for (const one of nodes) {
      if (one.type === 'Text') texts[texts.length - 1] += (one.data as string).replace(/[ \t\r\n]+/g, ' ');
      else texts.push('');
    }
    // Space at the ends of a text stands between elements and is no part of the words, unless somebody wrote it as &#32;.
    const [first, last] = [nodes[0]!, nodes.at(-1)!];
    const before = !inAttribute && /^\s/.test(first.raw ?? '') ? ' ' : '';
    const after = !inAttribute && /\s$/.test(last.raw ?? '') ? ' ' : '';
    texts[0] = texts[0]!.slice(before.length);
    texts.push(texts.pop()!.slice(0, after ? -1 : undefined));
    const start = first.start;
    this.keep(texts, parts, start + /^\s*/.exec(first.raw ?? '')![0].length);
    let at = start;
    const put = (upTo: number, text: string): void => {
      if (upTo > at) this.text.overwrite(at, upTo, text);
      else this.text.appendRight(at, text);
    };
    let said = `${before}{${CALLED}\``;
    parts.forEach((part, number) => {
      put(part.start, `${said}${quoted(texts[number]!)}\${`);
      at = part.end;
      said = '}';
    });
    put(last.end, `${said}${quoted(texts.at(-1)!)}\`}${after}`);
  }

  attribute(node: Node): void {
    if (!VISIBLE.has(node.name) || node.value === true) return;
    if (!Array.isArray(node.value)) return this.expression(node.value.expression);
    const values = node.value as Node[];
    const isText = values.some((one) => one.type === 'Text' && isWords(one.data));
    this.run(values, true);
    // A text in quotes has become an expression, which has none.
    if (isText && /["']/.test(this.source[node.end - 1]!)) {
      this.text.remove(values[0]!.start - 1, values[0]!.start);
      this.text.remove(node.end - 1, node.end);
    }
  }

  fragment(nodes: readonly Node[]): void {
    let run: Node[] = [];
    const close = (): void => {
      if (run.length) this.run(run, false);
      run = [];
    };
    for (const node of nodes) {
      if (node.type === 'Text' || node.type === 'ExpressionTag') run.push(node);
      else {
        close();
        this.markup(node);
      }
    }
    close();
  }

  /** An element, a component or a block: its attributes, and all markup inside it. */
  markup(node: Node): void {
    const attributes = (node.attributes ?? []) as Node[];
    // `translate="no"` is HTML's own word for text that stays as it is.
    if (attributes.some((one) => one.name === 'translate' && one.value[0]?.data === 'no')) return;
    for (const one of attributes) if (one.type === 'Attribute') this.attribute(one);
    for (const field of ['fragment', 'body', 'consequent', 'alternate', 'fallback', 'pending', 'then', 'catch']) {
      if (node[field]?.type === 'Fragment') this.fragment(node[field].nodes);
    }
  }

  /** What a script says with `wording` by itself. */
  script(node: unknown): void {
    if (Array.isArray(node)) return node.forEach((one) => this.script(one));
    if (!node || typeof node !== 'object') return;
    const one = node as Node;
    if (one.type === 'TaggedTemplateExpression' && one.tag.name === 'wording') {
      this.keep(one.quasi.quasis.map((each: Node) => each.value.cooked as string), one.quasi.expressions, one.start);
    }
    // A fault of the client's own is a phrase as the room sends it: { phrase: 'not connected' }.
    if (one.type === 'Property' && one.key.name === 'phrase' && typeof one.value.value === 'string') this.keep([one.value.value], [], one.value.start);
    for (const [field, inside] of Object.entries(one)) if (field !== 'loc' && field !== 'metadata' && field !== 'parent') this.script(inside);
  }
}

/** A component with its markup as calls of `wording`, and every template in it. */
export function worded(source: string): Marking {
  const marking = new Marking(source);
  const tree = parse(source, { modern: true }) as unknown as Node;
  for (const one of [tree.module, tree.instance, tree.fragment]) marking.script(one);
  marking.fragment(tree.fragment.nodes);
  return marking;
}

/** The templates of a script. */
export function wordingsOf(source: string): Found[] {
  const marking = new Marking(OPENING + source);
  marking.script((parse(`${OPENING}${source}</script>`, { modern: true }) as unknown as Node).instance);
  return marking.found;
}
