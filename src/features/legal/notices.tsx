import { useId } from 'react';
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { proseHeadings } from '#src/ui/prose/parse-prose.ts';
import { anchorOf, Prose } from '#src/ui/prose/prose.tsx';
import section from '#src/ui/section/section.module.css';
import type { Legal } from './legal.wire.ts';
import styles from './notices.module.css';

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
        <Prose markdown={body} headings={isForeign ? 'h3' : 'h2'} Way={Link} anchors={ANCHORS} lang={lang} />
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

/**
 * The notice in short, in English, with a word in the reader's own language, and whom to ask.
 */
export function EnglishExcerpt({ legal, streamId }: { legal: Legal; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const headingId = useId();
  const lang = language === FALLBACK_LANGUAGE ? undefined : FALLBACK_LANGUAGE;
  return (
    <section className={styles.excerpt} aria-labelledby={headingId}>
      <div>
        <h2 id={headingId} className={section.title}>
          {text('legal.english')}
        </h2>
        <Note email={legal.email} streamId={streamId} />
      </div>
      <Prose markdown={noticeBody(legal.en)} headings="h3" Way={Link} lang={lang} />
    </section>
  );
}

/** Says that the French text is the one that counts, and that questions may be asked in any language. */
function Note({ email, streamId }: { email: string; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  return (
    <>
      <p className={styles.note}>{text('legal.note')}</p>
      <div className={styles.actions}>
        <Link className={buttonClass('line')} to={streamPagePath(language, streamId, 'page-contact.html')}>
          <LaterIcon name="speech" size={18} />
          {text('legal.write')}
        </Link>
        {email !== '' && (
          <a className={buttonClass('plain')} href={`mailto:${email}`}>
            <LaterIcon name="mail" size={18} />
            {email}
          </a>
        )}
      </div>
    </>
  );
}

/** A notice without the title that its file may begin with: the page has one already. */
export function noticeBody(markdown: string): string {
  return markdown.replace(/^\s*# [^\n]*(?:\n|$)/, '').trim();
}
