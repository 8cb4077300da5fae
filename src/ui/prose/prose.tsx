import { Fragment, type ReactNode } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import hidden from '#src/ui/styles/hidden.module.css';
import { type Block, type Inline, parseProse } from './parse-prose.ts';
import styles from './prose.module.css';

/**
 * A text that the station wrote in Markdown.
 * @param props.headings the level of its headings in the page
 * @param props.Way leads to another page of the site while the sound goes on
 * @param props.lang when it is in another language than the page
 * @param props.anchors what the ids of its headings begin with (`anchorOf`); without it they have none
 */
export function Prose(props: {
  markdown: string;
  headings: 'h2' | 'h3';
  Way: Way;
  lang?: string | undefined;
  anchors?: string;
}) {
  const { markdown, headings, Way, lang, anchors } = props;
  const blocks = parseProse(markdown);
  let number = 0;
  const ids = blocks.map(({ kind }) =>
    anchors === undefined || kind !== 'heading' ? undefined : anchorOf(anchors, number++),
  );
  return (
    <div className={styles.prose} lang={lang}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change in place
        <Part key={at} block={block} Heading={headings} Way={Way} id={ids[at]} />
      ))}
    </div>
  );
}

type Way = (props: { to: string; children: ReactNode }) => ReactNode;

/** Two digits have room in the padding of a list; a year has none. */
const PADDED_NUMBER_MAX = 99;

/** The id of the heading of that number, from 0, in a text of these anchors. */
export function anchorOf(anchors: string, number: number): string {
  return `${anchors}-${number + 1}`;
}

function Part(props: { block: Block; Heading: 'h2' | 'h3'; Way: Way; id: string | undefined }): ReactNode {
  const { block, Heading, Way, id } = props;
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children, Way)}</p>;
    case 'heading':
      return <Heading id={id}>{inlines(block.children, Way)}</Heading>;
    case 'quote':
      return <blockquote>{inlines(block.children, Way)}</blockquote>;
    case 'list': {
      const { start } = block;
      const items = block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at}>{inlines(item, Way)}</li>
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

function inlines(pieces: readonly Inline[], Way: Way): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return pieces.map((piece, at) => <Fragment key={at}>{inline(piece, Way)}</Fragment>);
}

function inline(piece: Inline, Way: Way): ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inlines(piece.children, Way)}</strong>;
    case 'emphasis':
      return <em>{inlines(piece.children, Way)}</em>;
    case 'link':
      return linked(piece.href, inlines(piece.children, Way), Way);
  }
}

/** Whoever follows a link goes on hearing the radio. */
function linked(href: string, words: ReactNode, Way: Way): ReactNode {
  if (href.startsWith('/')) return <Way to={href}>{words}</Way>;
  return /^https?:/i.test(href) ? <WayOut href={href}>{words}</WayOut> : <a href={href}>{words}</a>;
}

function WayOut({ href, children }: { href: string; children: ReactNode }): ReactNode {
  const text = useText();
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span lang={useLanguage()} className={hidden.hidden}>
        {' '}
        ({text('frame.new-tab')})
      </span>
    </a>
  );
}
