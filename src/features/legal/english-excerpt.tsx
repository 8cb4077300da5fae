import { useId } from 'react';
import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Prose } from '#src/ui/prose/prose.tsx';
import section from '#src/ui/section/section.module.css';
import styles from './english-excerpt.module.css';
import type { Legal } from './legal.wire.ts';
import { noticeBody } from './notice-body.ts';

/** The notice in short, in English; for readers of other languages with a word in their own, and whom to ask. */
export function EnglishExcerpt({ legal, streamId }: { legal: Legal; streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const headingId = useId();
  const lang = language === FALLBACK_LANGUAGE ? undefined : FALLBACK_LANGUAGE;
  return (
    <section className={styles.sides} aria-labelledby={headingId}>
      <div>
        <h2 id={headingId} className={section.title}>
          {text('legal.english')}
        </h2>
        {language !== DEFAULT_LANGUAGE && <Note email={legal.email} streamId={streamId} />}
      </div>
      <Prose markdown={noticeBody(legal.en)} headings="h3" lang={lang} />
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
