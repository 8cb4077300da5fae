import { type Document, isScalar, visit, type YAMLError } from 'yaml';

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
export function faultInWords(
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
