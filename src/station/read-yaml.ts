import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
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
  lineOf(path: readonly PropertyKey[]): number | null;
  lineOfKey(path: readonly PropertyKey[], key: string): number | null;
}

/** Our words for faults: the library's are meant for programmers. */
const FAULTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  MULTIPLE_DOCS: 'expected no second document after ---',
  RESOURCE_EXHAUSTION: 'expected fewer brackets within brackets',
};

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
  const strayAlias = findStrayAlias(document);
  if (strayAlias !== null)
    return {
      faults: [
        {
          line: lineAt(strayAlias.at),
          message: `*${strayAlias.name} stands for nothing: a text that begins with * goes in quotes`,
        },
      ],
    };
  const errors = [
    ...document.errors.map(({ pos, code, message }) => ({ at: pos[0], message: FAULTS[code] ?? message })),
    ...findRepeatedKeys(document).map((at) => ({ at, message: 'Map keys must be unique' })),
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

/** Finds the first alias without an anchor before it. */
function findStrayAlias(document: Document): { name: string; at: number } | null {
  let found: { name: string; at: number } | null = null;
  const anchors = new Set<string>();
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        return undefined;
      }
      if (anchors.has(node.source)) return undefined;
      found = { name: node.source, at: node.range?.[0] ?? 0 };
      return visit.BREAK;
    },
  });
  return found;
}

/** Returns where each key begins that its map has already. */
function findRepeatedKeys(document: Document): number[] {
  const found: number[] = [];
  visit(document, {
    Map(_key, { items }) {
      const known = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (known.has(key.value)) found.push(key.range?.[0] ?? 0);
        known.add(key.value);
      }
    },
  });
  return found;
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
}
