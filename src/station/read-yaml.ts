import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';

/** Longest text, ten times what a station writes. It is read while music plays, which must not be heard. */
const CHARACTERS_MAX = 128 * 1024;

/** A fault of the YAML itself; `line` is null when the file as a whole is meant. */
export interface YamlFault {
  readonly line: number | null;
  readonly message: string;
}

/** A text as YAML. The line of a value that is not there is null. */
export interface ReadYaml {
  /** `{}` for a text that says nothing. */
  readonly values: unknown;
  readonly saysNothing: boolean;
  /** Texts that end at a `#` which is likely theirs, such as "Tides #12", each with what is not read of it. */
  readonly cutShort: readonly { line: number; rest: string }[];
  lineOf(path: readonly PropertyKey[]): number | null;
  lineOfKey(path: readonly PropertyKey[], key: string): number | null;
  /** Whether the keys there stand between braces. */
  hasBraces(path: readonly PropertyKey[]): boolean;
}

/**
 * Reads a YAML text, whatever it holds: it never throws, and soon gives up what would take long.
 * @param asWritten keys whose numbers are texts: 0042 is not 42 there
 */
export function readYaml(
  content: string,
  asWritten: readonly string[] = [],
): ReadYaml | { readonly faults: readonly YamlFault[] } {
  if (content.length > CHARACTERS_MAX)
    return { faults: [{ line: null, message: `expected at most ${CHARACTERS_MAX / 1024} KB` }] };
  // Line ends of all ages: some programs still write those of the first Macintosh.
  const text = content.replaceAll(/\r\n?/g, '\n');
  const counter = new LineCounter();
  const lineAt = (position: number) => counter.linePos(position).line;
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    logLevel: 'error',
    // The library compares each key with all before it: of a long file, that takes seconds.
    uniqueKeys: false,
  });
  // Before the errors: of `*Star* Radio` they would tell what is wrong with an alias.
  const mark = findStrayMark(document);
  if (mark !== null) {
    const message = `${mark.text} stands for nothing: a text that begins with ${mark.text.charAt(0)} goes in quotes`;
    return { faults: [{ line: lineAt(mark.at), message }] };
  }
  const errors = [
    ...document.errors.map((error) => faultInWords(error, text, document)),
    ...findRepeatedKeys(document).map(({ at, key }) => ({
      at,
      message: `${key} is given twice: take one of the two out`,
    })),
  ].sort((one, other) => one.at - other.at);
  if (errors.length > 0) {
    // One slip leads to others behind it: of a line, the first tells.
    const byLine = new Map<number, string>();
    for (const { at, message } of errors) {
      const line = lineAt(at);
      if (!byLine.has(line)) byLine.set(line, `not valid YAML: ${message}`);
    }
    return { faults: [...byLine].map(([line, message]) => ({ line, message })) };
  }
  for (const key of asWritten) {
    const node: unknown = document.getIn([key], true);
    if (isScalar(node) && typeof node.value === 'number') node.value = node.source;
  }
  let values: unknown;
  try {
    values = document.toJS();
  } catch {
    // Aliases of aliases of aliases: a few lines that stand for millions.
    return { faults: [{ line: null, message: 'expected fewer aliases (*): write out what they stand for' }] };
  }
  return {
    values: values ?? {},
    saysNothing: values === null || values === undefined,
    cutShort: findCutShort(document, text).map(({ at, rest }) => ({ line: lineAt(at), rest })),
    lineOf(path) {
      const node: unknown = document.getIn(path, true);
      return hasRange(node) ? lineAt(node.range[0]) : null;
    },
    hasBraces(path) {
      const map: unknown = document.getIn(path, true);
      return isMap(map) && map.flow === true;
    },
    lineOfKey(path, key) {
      const map: unknown = document.getIn(path, true);
      const pair = isMap(map)
        ? map.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
        : null;
      return pair && hasRange(pair.key) ? lineAt(pair.key.range[0]) : null;
    },
  };
}

/**
 * Finds the first text that is none to YAML, as it begins with a sign of its own: an alias without an anchor before it,
 * an anchor that no alias names, a tag that nobody knows. Without a word the text would lack its beginning.
 */
function findStrayMark(document: Document): { text: string; at: number } | null {
  const found: { text: string; at: number }[] = [];
  const anchors = new Set<string>();
  const texts = new Map<string, number>();
  visit(document, {
    Node(_key, node) {
      const at = node.range?.[0] ?? 0;
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        if (!isScalar(node)) return;
        if (node.anchor !== undefined) texts.set(node.anchor, at);
        if (node.tag?.startsWith('!')) found.push({ text: node.tag, at });
      } else if (anchors.has(node.source)) texts.delete(node.source);
      else found.push({ text: `*${node.source}`, at });
    },
  });
  for (const [anchor, at] of texts) found.push({ text: `&${anchor}`, at });
  return found.sort((one, other) => one.at - other.at)[0] ?? null;
}

/** Finds the texts behind which a remark begins without a space behind its `#`: few write remarks like this. */
function findCutShort(document: Document, text: string): { at: number; rest: string }[] {
  const found: { at: number; rest: string }[] = [];
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || node.type !== 'PLAIN' || typeof node.value !== 'string') return;
      const end = node.range?.[1] ?? text.length;
      const rest = /^[ \t]+(#[^\s#].*)/.exec(text.slice(end))?.[1];
      if (rest !== undefined) found.push({ at: end, rest: rest.trim() });
    },
  });
  return found;
}

/** Returns where each key begins that its map has already. */
function findRepeatedKeys(document: Document): { at: number; key: string }[] {
  const found: { at: number; key: string }[] = [];
  visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) found.push({ at: key.range?.[0] ?? 0, key: String(key.value) });
        known.add(key.value);
      }
    },
  });
  return found;
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}

const IN_QUOTES = 'a text with a colon and a space in it goes in quotes, such as "Radio: the sea"';
const ONE_COLUMN = 'expected lines that belong together to begin in the same column, with spaces before them';
const KEY_AND_VALUE = 'expected a key and its value, with a space behind the colon, such as name: Onde';

/** By the beginning of the library's words, which are meant for programmers. */
const IN_WORDS: readonly (readonly [theirs: string, ours: string])[] = [
  ['Nested mappings are not allowed', `${IN_QUOTES}; lines of one group begin in the same column`],
  ['Block collections are not allowed', `${IN_QUOTES}; between { and } a comma parts one key from the next`],
  ['Implicit keys need to be', KEY_AND_VALUE],
  ['Implicit map keys need to be', KEY_AND_VALUE],
  ['Implicit keys of flow', 'between [ and ] a comma parts one entry from the next'],
  ['All mapping items must', ONE_COLUMN],
  ['All sequence items must', ONE_COLUMN],
  ['Sequence item without', ONE_COLUMN],
  ['Flow map in block', 'expected a } that ends what { began'],
  ['Flow sequence in block', 'expected a ] that ends what [ began'],
  ['Tabs are not allowed', 'expected spaces, not tabs, at the beginning of a line'],
  [
    'Unexpected scalar at node end',
    'expected nothing behind a text in quotes, or a list in brackets: a text with quotes or brackets in it goes in quotes of another kind',
  ],
  ['Not a YAML token', 'a text that begins with > or | goes in quotes'],
  ['Block scalar header includes', 'a text that begins with > or | goes in quotes'],
  [
    'Unexpected block-seq-ind',
    'expected the first entry of a list, which begins with -, in a line of its own',
  ],
  ['Invalid escape sequence', 'in a text between " and " a \\ is written \\\\'],
  ['Source contains multiple documents', 'expected no second document after ---'],
];

/** Says a fault that the library finds in words for volunteers, and where it is. */
function faultInWords(
  { code, message, pos: [at] }: Pick<YAMLError, 'code' | 'message' | 'pos'>,
  text: string,
  document: Document,
): { at: number; message: string } {
  if (code === 'RESOURCE_EXHAUSTION') return { at, message: 'expected fewer brackets within brackets' };
  if (code === 'BAD_SCALAR_START')
    return { at, message: `a text that begins with ${text.charAt(at)} goes in quotes` };
  const quote = /^Missing closing (["'])/.exec(message)?.[1];
  // The library tells of the end of the file, where the quote was still missing.
  if (quote !== undefined)
    return {
      at: beginOfQuoted(document, at),
      message: `expected a second ${quote} that ends the text, which begins with one`,
    };
  return { at, message: IN_WORDS.find(([theirs]) => message.startsWith(theirs))?.[1] ?? message };
}

/** Where the text in quotes begins that reaches to a place, or beyond it. */
function beginOfQuoted(document: Document, end: number): number {
  let begin = end;
  visit(document, {
    Scalar(_key, node) {
      const [from = end, until = 0] = node.range ?? [];
      if (isScalar(node) && node.type?.startsWith('QUOTE') && from <= end && until >= end) begin = from;
    },
  });
  return begin;
}
