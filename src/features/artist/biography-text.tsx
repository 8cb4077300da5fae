import { useId } from 'react';
import { FALLBACK_LANGUAGE, type Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { Prose } from '#src/ui/prose/prose.tsx';
import section from '#src/ui/section/section.module.css';
import { Skeleton } from '#src/ui/skeleton/skeleton.tsx';
import type { Artist } from './artist.wire.ts';
import styles from './artist-page.module.css';

/** The biography in the page's language, or in English, or that there is none. */
export function BiographyText({ artist }: { artist: Artist }) {
  const text = useText();
  const language = useLanguage();
  const headingId = useId();
  const chosen = chooseText(artist, language);
  const isForeign = chosen !== null && chosen.language !== language;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={section.title}>
        {text('track.biography')}
      </h2>
      {chosen === null ? (
        <p className={styles.empty}>{text('track.artist.no-biography')}</p>
      ) : (
        <Prose
          markdown={chosen.text}
          headings="h3"
          Way={Link}
          lang={isForeign ? chosen.language : undefined}
        />
      )}
      {isForeign && <p className={styles.note}>{text('track.artist.in-english')}</p>}
    </section>
  );
}

const LINE_WIDTHS = ['96%', '90%', '94%', '60%'];

/** A text on its way. */
export function BiographyTextSkeleton() {
  const text = useText();
  return (
    <section aria-busy="true">
      <h2 className={section.title}>{text('track.biography')}</h2>
      <div className={styles.skeleton}>
        {LINE_WIDTHS.map((width) => (
          <Skeleton key={width} width={width} height="18px" />
        ))}
      </div>
    </section>
  );
}

/** The biography for a reader: in their language, else in English; null when there is neither [R29]. */
export function chooseText(artist: Artist, language: Language): { text: string; language: Language } | null {
  const written = [language, FALLBACK_LANGUAGE].find((each) => artist[`bio_${each}`].trim() !== '');
  return written === undefined ? null : { text: artist[`bio_${written}`], language: written };
}
