import { useId } from 'react';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { proseHeadings } from '#src/ui/prose/parse-prose.ts';
import { anchorOf, Prose } from '#src/ui/prose/prose.tsx';
import section from '#src/ui/section/section.module.css';
import styles from './french-notice.module.css';
import { noticeBody } from './notice-body.ts';

const ANCHORS = 'legal';
const LANG = DEFAULT_LANGUAGE;

/** The whole notice, with its headings beside it where there is room. It is in French on every page. */
export function FrenchNotice({ markdown }: { markdown: string }) {
  const text = useText();
  const headingId = useId();
  const isForeign = useLanguage() !== LANG;
  const body = noticeBody(markdown);
  const headings = proseHeadings(body);
  const lang = isForeign ? LANG : undefined;
  const article = (
    <div className={styles.sides}>
      {headings.length > 1 && (
        <nav className={styles.contents} aria-label={text('legal.contents')}>
          <ol lang={lang}>
            {headings.map((heading, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change in place
              <li key={at}>
                <a href={`#${anchorOf(ANCHORS, at)}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div>
        <Prose markdown={body} headings={isForeign ? 'h3' : 'h2'} anchors={ANCHORS} lang={lang} />
      </div>
    </div>
  );
  if (!isForeign) return article;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={`${section.title} ${styles.title}`}>
        {text('legal.french')}
      </h2>
      {article}
    </section>
  );
}
