import { Fragment, type ReactNode } from 'react';
import { type Block, type Inline, parseProse } from './parse-prose.ts';
import styles from './prose.module.css';

/**
 * A text that the station wrote in Markdown. @param props.headings the level of its headings in the page
 * @param props.lang when it is in another language than the page
 */
export function Prose(props: { markdown: string; headings: 'h2' | 'h3'; lang?: string | undefined }) {
  return (
    <div className={styles.prose} lang={props.lang}>
      {parseProse(props.markdown).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change in place
        <Part key={at} block={block} Heading={props.headings} />
      ))}
    </div>
  );
}

function Part({ block, Heading }: { block: Block; Heading: 'h2' | 'h3' }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children)}</p>;
    case 'heading':
      return <Heading>{inlines(block.children)}</Heading>;
    case 'quote':
      return <blockquote>{inlines(block.children)}</blockquote>;
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={at}>{inlines(item)}</li>
          ))}
        </List>
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
