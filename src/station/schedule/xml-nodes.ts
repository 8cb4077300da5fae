import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { withoutHtmlNames } from '#src/station/html-signs.ts';

export interface XmlNode {
  readonly name: string;
  /** The line it begins in, 1-based. */
  readonly line: number;
  /** Its own text, trimmed. */
  readonly text: string;
  readonly children: readonly XmlNode[];
}

export type ReadXml = { readonly root: XmlNode } | { readonly line: number; readonly fault: string };

/** Longest text: ten times what a week takes. */
const CHARACTERS_MAX = 256 * 1024;

const parser = new XMLParser({
  preserveOrder: true,
  // For `&#233;`, which some programs write for é.
  htmlEntities: true,
  captureMetaData: true,
  parseTagValue: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/**
 * Reads a small XML document into its elements. Attributes, comments and instructions are left out. It never throws,
 * and soon gives up what would take long.
 */
export function readXml(written: string): ReadXml {
  if (written.length > CHARACTERS_MAX)
    return { line: 1, fault: `expected at most ${CHARACTERS_MAX / 1024} KB` };
  const content = withoutHtmlNames(written);
  const lines = new Lines(content);
  const doctype = /<!doctype/i.exec(content);
  if (doctype !== null) return { line: lines.at(doctype.index), fault: 'expected no DOCTYPE' };
  const valid = XMLValidator.validate(content);
  if (valid !== true) return { line: valid.err.line, fault: `not valid XML: ${faultInWords(valid.err.msg)}` };
  let parsed: unknown;
  try {
    parsed = parser.parse(content);
  } catch (error) {
    // The parser throws at elements within elements without end, and at names that are none.
    return { line: 1, fault: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
  const [root, second] = childrenOf(parsed, lines);
  if (root === undefined) return { line: 1, fault: 'not valid XML: there is no element' };
  if (second !== undefined)
    return { line: second.line, fault: 'not valid XML: expected one outermost element' };
  return { root };
}

/** The library's words are meant for programmers. */
function faultInWords(theirs: string): string {
  if (theirs.startsWith("char '&'")) return '& is written &amp; there';
  if (theirs.startsWith("Invalid space after '<'")) return '< is written &lt; there';
  const open = /^Invalid '\[(.*)\]' found/s.exec(theirs)?.[1];
  if (open === undefined) return theirs;
  const names = [...open.matchAll(/"([^"]*)"/g)].map(([, name]) => `</${name}>`);
  return `expected ${names.reverse().join(', ')} at its end`;
}

/**
 * Returns the elements in a list. In this form of the library an element is an object with one key, its name,
 * and the list of what it holds.
 */
function childrenOf(content: unknown, lines: Lines): XmlNode[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((entry: unknown): XmlNode[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const [name] = Object.keys(entry);
    if (name === undefined || name.startsWith('#')) return [];
    const held: unknown = Reflect.get(entry, name);
    const line = lines.at(startOf(entry));
    return [{ name, line, text: textOf(held), children: childrenOf(held, lines) }];
  });
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .map((entry: unknown) =>
      typeof entry === 'object' && entry !== null && '#text' in entry ? String(entry['#text']) : '',
    )
    .join('')
    .trim();
}

/** Returns where an element begins. The library keeps that under a symbol of its own. */
function startOf(entry: object): number {
  for (const symbol of Object.getOwnPropertySymbols(entry)) {
    const place: unknown = Reflect.get(entry, symbol);
    if (typeof place === 'object' && place !== null && 'startIndex' in place) return Number(place.startIndex);
  }
  return 0;
}

/** Finds the line of a position in a text. */
class Lines {
  readonly #ends: readonly number[];

  constructor(text: string) {
    this.#ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  }

  /** Returns the line, 1-based, by binary search. */
  at(place: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}
