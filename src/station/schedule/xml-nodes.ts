import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlNode {
  readonly name: string;
  /** Where it begins, 1-based. */
  readonly line: number;
  /** Its own text, trimmed. */
  readonly text: string;
  readonly children: readonly XmlNode[];
}

export type ReadXml = { readonly root: XmlNode } | { readonly line: number; readonly fault: string };

const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  parseTagValue: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Reads a small XML document into its elements. Attributes, comments and instructions are left out. */
export function readXml(content: string): ReadXml {
  const doctype = content.indexOf('<!DOCTYPE');
  if (doctype >= 0) return { line: lineAt(content, doctype), fault: 'expected no DOCTYPE' };
  const valid = XMLValidator.validate(content);
  if (valid !== true) return { line: valid.err.line, fault: `not valid XML: ${valid.err.msg}` };
  const parsed: unknown = parser.parse(content);
  const [root, second] = childrenOf(parsed, content);
  if (root === undefined) return { line: 1, fault: 'not valid XML: there is no element' };
  if (second !== undefined)
    return { line: second.line, fault: 'not valid XML: expected one outermost element' };
  return { root };
}

/** In this form of the library an element is an object with one key, its name, and the list of what it holds. */
function childrenOf(content: unknown, source: string): XmlNode[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((entry: unknown): XmlNode[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const [name] = Object.keys(entry);
    if (name === undefined || name.startsWith('#')) return [];
    const held: unknown = Reflect.get(entry, name);
    const line = lineAt(source, startOf(entry));
    return [{ name, line, text: textOf(held), children: childrenOf(held, source) }];
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

/** The library keeps the place under a symbol of its own. */
function startOf(entry: object): number {
  for (const symbol of Object.getOwnPropertySymbols(entry)) {
    const place: unknown = Reflect.get(entry, symbol);
    if (typeof place === 'object' && place !== null && 'startIndex' in place) return Number(place.startIndex);
  }
  return 0;
}

function lineAt(content: string, index: number): number {
  let line = 1;
  for (let at = content.indexOf('\n'); at >= 0 && at < index; at = content.indexOf('\n', at + 1)) line += 1;
  return line;
}
