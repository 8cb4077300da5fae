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
      readonly isNumbered: boolean;
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
    .filter((group) => group.trim() !== '');
  return groups.map(parseBlock);
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

function parseBlock(group: string): Block {
  const lines = group.replace(/^\n+/, '').trimEnd().split('\n');
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
  for (const [mark, isNumbered] of [
    [BULLET, false],
    [NUMBER, true],
  ] as const) {
    if (mark.test(first)) {
      return { kind: 'list', isNumbered, items: itemsOf(lines, mark).map(parseInline) };
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

const INLINE =
  /\\([\\`*_{}[\]()#+\-.!>])|\*\*(?=\S)(.+?\S?)\*\*|\*(?=\S)([^*]+?)\*|(?<![\p{L}\p{N}_])_(?=\S)([^_]+?)_(?![\p{L}\p{N}_])|\[([^\][]+)\]\(\s*<?([^\s<>()]+)>?(?:\s+"[^"]*")?\s*\)|(\n)/gu;

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

function piecesOf([, escaped, strong, star, underscore, label, address]: RegExpExecArray): Inline[] {
  if (escaped !== undefined) return [{ kind: 'text', text: escaped }];
  if (strong !== undefined) return [{ kind: 'strong', children: parseInline(strong) }];
  const emphasis = star ?? underscore;
  if (emphasis !== undefined) return [{ kind: 'emphasis', children: parseInline(emphasis) }];
  if (label === undefined || address === undefined) return [{ kind: 'break' }];
  const children = parseInline(label);
  return isSafe(address) ? [{ kind: 'link', href: address, children }] : children;
}

/** A script's address must never become a link. */
function isSafe(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i.test(address);
}
