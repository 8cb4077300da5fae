import { describe, expect, test } from 'vitest';
import { type Block, type Inline, parseProse, proseHeadings } from './parse-prose.ts';

/** Short form: `p(one |em two| three)`. */
const show = (blocks: readonly Block[]) => blocks.map(showBlock);

function showBlock(block: Block): string {
  if (block.kind === 'list') {
    const mark = block.start === null ? 'ul' : `ol${block.start === 1 ? '' : block.start}`;
    return `${mark}(${block.items.map(showInline).join(' / ')})`;
  }
  return `${block.kind}(${showInline(block.children)})`;
}

function showInline(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text;
      if (inline.kind === 'break') return '⏎';
      const mark = inline.kind === 'link' ? `link ${inline.href}` : inline.kind;
      return `{${mark}: ${showInline(inline.children)}}`;
    })
    .join('');
}

/** Read once the longest text below takes some hundredths of it; read again from each of its signs, several times it. */
const MICROSECONDS_MAX = 1_000_000;

describe('parseProse', () => {
  test.each([
    ['one\ntwo\n\n\nthree', ['paragraph(one two)', 'paragraph(three)']],
    ['# Début #\nThe text', ['heading(Début)', 'paragraph(The text)']],
    ['Text\n## Next\n\nMore', ['paragraph(Text)', 'heading(Next)', 'paragraph(More)']],
    ['- one\n- two\n  goes on', ['ul(one / two goes on)']],
    ['1. one\n2) two', ['ol(one / two)']],
    ['> said\n> he', ['quote(said he)']],
    ['one  \ntwo\\\nthree', ['paragraph(one⏎two⏎three)']],
    ['a **bold *and* more** b', ['paragraph(a {strong: bold {emphasis: and} more} b)']],
    [
      '_so_ but snake_case_name and 2 * 3 * 4',
      ['paragraph({emphasis: so} but snake_case_name and 2 * 3 * 4)'],
    ],
    [
      'see [her **site**](https://nova.example/a "t")',
      ['paragraph(see {link https://nova.example/a: her {strong: site}})'],
    ],
    ['\\*not so\\*', ['paragraph(*not so*)']],
    ['A$AP #1 [live] <b>x</b>', ['paragraph(A$AP #1 [live] <b>x</b>)']],
    ['', []],
  ])('reads %j', (markdown, expected) => {
    expect(show(parseProse(markdown))).toEqual(expected);
  });

  test.each([
    ['1. A\n\n2. B\n\n3. C', ['ol(A / B / C)']],
    ['1. A\n2. B\n\n3. C\n4. D', ['ol(A / B / C / D)']],
    ['- A\n\n \n\n* B', ['ul(A / B)']],
    ['1998. Le groupe se forme', ['ol1998(Le groupe se forme)']],
    ['0. A\n\n1. B', ['ol0(A / B)']],
    ['1. A\n\n3. C', ['ol(A)', 'ol3(C)']],
    ['1. A\n\n1. B', ['ol(A)', 'ol(B)']],
    ['1. A\n\n- B\n\n2. C', ['ol(A)', 'ul(B)', 'ol2(C)']],
    ['1. A\n\nBetween\n\n2. B', ['ol(A)', 'paragraph(Between)', 'ol2(B)']],
  ])('keeps the numbers of %j', (markdown, expected) => {
    expect(show(parseProse(markdown))).toEqual(expected);
  });

  test.each([
    ['Nous collectons :\n- le nom\n- l’e-mail', ['paragraph(Nous collectons :)', 'ul(le nom / l’e-mail)']],
    ['Two\nlines\n  * one\n\n* two', ['paragraph(Two lines)', 'ul(one / two)']],
    ['So:\n1. one\n2. two', ['paragraph(So:)', 'ol(one / two)']],
    ['So:\n1) one', ['paragraph(So:)', 'ol(one)']],
    ['Ils se séparent en\n1998. Puis plus rien', ['paragraph(Ils se séparent en 1998. Puis plus rien)']],
    ['Il y a\n- 3', ['paragraph(Il y a)', 'ul(3)']],
    ['A name-\n-less **one**\n**two**', ['paragraph(A name- -less {strong: one} {strong: two})']],
    ['> said\n> - one', ['quote(said - one)']],
    ['1. one\n- two', ['ol(one - two)']],
    ['\n\n3. three\n- four', ['ol3(three - four)']],
    ['Before\n\n \n- one', ['paragraph(Before)', 'ul(one)']],
    ['# So\n- one', ['heading(So)', 'ul(one)']],
  ])('finds where a list begins in %j', (markdown, expected) => {
    expect(show(parseProse(markdown))).toEqual(expected);
  });

  const AIR = 'https://fr.wikipedia.org/wiki/Air_(groupe)';
  test.each([
    [`[Air](${AIR})`, [`paragraph({link ${AIR}: Air})`]],
    [`([Air](${AIR} "t"), [so](/x))`, [`paragraph(({link ${AIR}: Air}, {link /x: so}))`]],
    ['[Air](https://fr.wikipedia.org/wiki/Air\\_\\(groupe\\))', [`paragraph({link ${AIR}: Air})`]],
    ['[a](</x>)', ['paragraph({link /x: a})']],
    ['[a](</x (y> "t")', ['paragraph({link /x (y: a})']],
    ['[a](/x(y(z)))', ['paragraph([a](/x(y(z))))']],
    ['[a](/x(y)', ['paragraph([a](/x(y))']],
    ['[a]() [a](<>)', ['paragraph([a]() [a](<>))']],
  ])('reads the address in %j', (markdown, expected) => {
    expect(show(parseProse(markdown))).toEqual(expected);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\\\evil.example',
    'JaVaScRiPt:x',
    '<javascript:alert(1)>',
    '</\t/evil.example>',
  ])('makes no link of %s', (address) => {
    expect(show(parseProse(`[press](${address})`))).toEqual([
      expect.stringMatching(/^paragraph\((press|\[press\]\(.*)\)?/),
    ]);
    expect(JSON.stringify(parseProse(`[press](${address})`))).not.toContain('"link"');
  });

  test.each([
    ['C# and F #', ['paragraph(C# and F #)']],
    ['# In C#', ['heading(In C#)']],
    ['# Closed ###', ['heading(Closed)']],
    ['# #', ['heading()']],
  ])('takes signs at the end of %j for what they are', (markdown, expected) => {
    expect(show(parseProse(markdown))).toEqual(expected);
  });

  const LONG = 100_000;
  test.each([
    ['blanks before a word', `${' '.repeat(LONG)}x`],
    ['blanks within a line', `a${' '.repeat(LONG)}b\nc`],
    ['blanks within a heading', `# a${' '.repeat(LONG)}b`],
    ['signs of a heading that go on', `# a${'#'.repeat(LONG)}b`],
    ['blanks and tabs in a line', `a\n${'\t '.repeat(LONG / 2)}b`],
    ['an address that does not end', `[a](x${' '.repeat(LONG)}b`],
    ['an address of brackets that does not end', `[a](x${'(y)'.repeat(LONG / 3)}`],
    ['addresses with an open bracket', '[a](x('.repeat(LONG / 6)],
    ['addresses with an open sign', '[a](<x '.repeat(LONG / 7)],
    ['a list with empty lines between', '- a\n\n'.repeat(LONG / 5)],
    ['empty lines with blanks', `a\n${' \n'.repeat(LONG / 2)}b`],
    ['a paragraph that ends in a list', `${'a\n'.repeat(LONG / 2)}- b`],
    ['unclosed marks', '*a **b [c '.repeat(LONG / 10)],
    ['many headings', '# a\n'.repeat(LONG / 4)],
  ])('a long text of %s costs no more than its length', (_, markdown) => {
    const before = process.threadCpuUsage();
    parseProse(markdown);
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(MICROSECONDS_MAX);
  });
});

test('names the headings of a text in plain words', () => {
  expect(proseHeadings('# One *and* [two](/x)\n\nText\n\n## Three\nMore')).toEqual(['One and two', 'Three']);
});
