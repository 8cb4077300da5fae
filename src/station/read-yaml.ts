import { type Document, isAlias, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { faultInWords } from './yaml-faults.ts';

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
  lineOf(path: readonly PropertyKey[]): number | null;
  lineOfKey(path: readonly PropertyKey[], key: string): number | null;
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
    lineOf(path) {
      const node: unknown = document.getIn(path, true);
      return hasRange(node) ? lineAt(node.range[0]) : null;
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
