/** A piece of a line. `href` is http(s), mailto or a path of our own. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' };

/** A part of a text, from top to bottom. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'quote'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'list';
      /** The first number; null for bullets. */
      readonly start: number | null;
      readonly items: readonly (readonly Inline[])[];
    };

/**
 * Reads the part of Markdown that prose needs: paragraphs, headings, quotes, lists, `**strong**`,
 * `*emphasis*`, `[links](…)` and line breaks. Everything else, HTML included, is text as it stands.
 */
export function parseProse(markdown: string): Block[] {
  const groups = markdown
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .flatMap(splitHeadings)
    .flatMap(splitList)
    .filter((group) => group.trim() !== '');
  return joinLists(groups.map(parseBlock));
}

/** The headings of a text as plain words, in order. */
export function proseHeadings(markdown: string): string[] {
  return parseProse(markdown).flatMap((block) => (block.kind === 'heading' ? [wordsOf(block.children)] : []));
}

function wordsOf(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      return piece.kind === 'break' ? ' ' : wordsOf(piece.children);
    })
    .join('');
}

/** A heading ends at its line, with or without an empty one after it. */
function splitHeadings(group: string): string[] {
  return group.split(/\n(?=#{1,6} )|(?<=(?:^|\n)#{1,6} [^\n]*)\n/);
}

const HEADING = /^#{1,6} +/;
/** Signs that close a heading, as in `# Title #`: a search begins where they do, so that a row is read once. */
const HEADING_END = /(?<=^| )#+$/;
const BULLET = /^[ \t]{0,3}[-*+] +/;
const NUMBER = /^[ \t]{0,3}\d{1,9}[.)] +/;
const QUOTE = /^[ \t]{0,3}> ?/;
/** What begins a list within a paragraph. No other number does: a line of prose may begin with a year. */
const LIST_START = /^[ \t]{0,3}(?:[-*+]|1[.)]) +/;

/** A list begins below its sentence, with or without an empty line between. */
function splitList(group: string): string[] {
  const lines = group.split('\n');
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if ([QUOTE, BULLET, NUMBER].some((mark) => mark.test(first))) return [group];
  const at = lines.findIndex((line) => LIST_START.test(line));
  return at === -1 ? [group] : [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')];
}

/** A list goes on below an empty line: with its next number, or with any bullet. */
function joinLists(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  let items: (readonly Inline[])[] = [];
  /** How a list must begin to go on with the one above; undefined below anything else. */
  let next: number | null | undefined;
  for (const block of blocks) {
    if (block.kind !== 'list') {
      next = undefined;
      joined.push(block);
      continue;
    }
    if (block.start !== next) {
      items = [];
      joined.push({ ...block, items });
    }
    for (const item of block.items) items.push(item);
    next = block.start === null ? null : block.start + block.items.length;
  }
  return joined;
}

function parseBlock(group: string): Block {
  const lines = group
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n');
  const [first = ''] = lines;
  const line = first.trim();
  if (HEADING.test(line)) {
    const heading = line.replace(HEADING, '').replace(HEADING_END, '').trimEnd();
    return { kind: 'heading', children: parseInline(heading) };
  }
  if (lines.every((line) => QUOTE.test(line))) {
    const quoted = lines.map((line) => line.replace(QUOTE, ''));
    return { kind: 'quote', children: parseInline(joinLines(quoted)) };
  }
  for (const mark of [BULLET, NUMBER]) {
    if (mark.test(first)) {
      const start = mark === NUMBER ? Number.parseInt(line, 10) : null;
      return { kind: 'list', start, items: itemsOf(lines, mark).map(parseInline) };
    }
  }
  return { kind: 'paragraph', children: parseInline(joinLines(lines)) };
}

/** Lines without a mark go on with the item above them. */
function itemsOf(lines: readonly string[], mark: RegExp): string[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (mark.test(line)) items.push([line.replace(mark, '')]);
    else items.at(-1)?.push(line);
  }
  return items.map(joinLines);
}

/** Two spaces or a backslash at a line's end break it; any other line end is a space. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line, at) => {
      const isBroken = at < lines.length - 1 && /(?: {2}|\\)$/.test(line);
      return isBroken ? `${line.replace(/\\$/, '').trim()}\n` : line.trim();
    })
    .join(' ')
    .replaceAll('\n ', '\n');
}

/** An address stands in `<…>`, or has no more than one level of brackets. */
const INLINE =
  /\\([\\`*_{}[\]()#+\-.!>])|\*\*(?=\S)(.+?\S?)\*\*|\*(?=\S)([^*]+?)\*|(?<![\p{L}\p{N}_])_(?=\S)([^_]+?)_(?![\p{L}\p{N}_])|\[([^\][]+)\]\(\s*(?:<([^\t\r\n<>]+)>|((?:[^\s<>()]|\([^\s<>()]*\))+))(?:\s+"[^"]*")?\s*\)|(\n)/gu;

function parseInline(text: string): Inline[] {
  const inlines: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) inlines.push({ kind: 'text', text: text.slice(at, found.index) });
    inlines.push(...piecesOf(found));
    at = found.index + found[0].length;
  }
  if (at < text.length) inlines.push({ kind: 'text', text: text.slice(at) });
  return inlines;
}

function piecesOf(found: RegExpExecArray): Inline[] {
  const [, escaped, strong, star, underscore, label, enclosed, plain] = found;
  if (escaped !== undefined) return [{ kind: 'text', text: escaped }];
  if (strong !== undefined) return [{ kind: 'strong', children: parseInline(strong) }];
  const emphasis = star ?? underscore;
  if (emphasis !== undefined) return [{ kind: 'emphasis', children: parseInline(emphasis) }];
  // Editors escape these signs in addresses too.
  const address = (enclosed ?? plain)?.replace(/\\([()_])/g, '$1');
  if (label === undefined || address === undefined) return [{ kind: 'break' }];
  const children = parseInline(label);
  return isSafe(address) ? [{ kind: 'link', href: address, children }] : children;
}

/** A script's address must never become a link, nor one that looks like our own and is not. */
function isSafe(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(address);
}
