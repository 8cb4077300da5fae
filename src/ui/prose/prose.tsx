import { Fragment, type ReactNode } from 'react';
import { type Block, type Inline, parseProse } from './parse-prose.ts';
import styles from './prose.module.css';

/**
 * A text that the station wrote in Markdown.
 * @param props.headings the level of its headings in the page
 * @param props.lang when it is in another language than the page
 * @param props.anchors what the ids of its headings begin with (`anchorOf`); without it they have none
 */
export function Prose(props: {
  markdown: string;
  headings: 'h2' | 'h3';
  lang?: string | undefined;
  anchors?: string;
}) {
  const { markdown, headings, lang, anchors } = props;
  const blocks = parseProse(markdown);
  let number = 0;
  const ids = blocks.map(({ kind }) =>
    anchors === undefined || kind !== 'heading' ? undefined : anchorOf(anchors, number++),
  );
  return (
    <div className={styles.prose} lang={lang}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change in place
        <Part key={at} block={block} Heading={headings} id={ids[at]} />
      ))}
    </div>
  );
}

/** Two digits have room in the padding of a list; a year has none. */
const PADDED_NUMBER_MAX = 99;

/** The id of the heading of that number, from 0, in a text of these anchors. */
export function anchorOf(anchors: string, number: number): string {
  return `${anchors}-${number + 1}`;
}

function Part(props: { block: Block; Heading: 'h2' | 'h3'; id: string | undefined }): ReactNode {
  const { block, Heading, id } = props;
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children)}</p>;
    case 'heading':
      return <Heading id={id}>{inlines(block.children)}</Heading>;
    case 'quote':
      return <blockquote>{inlines(block.children)}</blockquote>;
    case 'list': {
      const { start } = block;
      const items = block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at}>{inlines(item)}</li>
      ));
      if (start === null) return <ul>{items}</ul>;
      const isLong = start + items.length - 1 > PADDED_NUMBER_MAX;
      return (
        <ol start={start === 1 ? undefined : start} className={isLong ? styles.long : undefined}>
          {items}
        </ol>
      );
    }
  }
}

function inlines(pieces: readonly Inline[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return pieces.map((piece, at) => <Fragment key={at}>{inline(piece)}</Fragment>);
}

function inline(piece: Inline): ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inlines(piece.children)}</strong>;
    case 'emphasis':
      return <em>{inlines(piece.children)}</em>;
    case 'link':
      return (
        <a href={piece.href} {...(/^https?:/i.test(piece.href) && { rel: 'noopener' })}>
          {inlines(piece.children)}
        </a>
      );
  }
}
