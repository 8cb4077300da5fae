import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { Hero } from '#src/ui/hero/hero.tsx';
import styles from './listen-hero.module.css';

/** The page's title, and beside it, where there is a camera to show it to, the code that carries the stream to a telephone. */
export function ListenHero({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStream(streamId);
  const { origin } = useStation();
  const address = `${origin}${homePath(language, streamId)}`;
  return (
    <Hero inside={styles.inside}>
      <div>
        <h1 className={styles.title}>{text('listen.title')}</h1>
        <p className={styles.lead}>{text('listen.text')}</p>
      </div>
      <figure className={styles.code}>
        <img
          src={`/qr/${language}/${streamId}.svg`}
          alt={text('listen.code.alt', { address })}
          width="168"
          height="168"
        />
        <figcaption>
          <b>{text('listen.code')}</b>
          {text('listen.code.text', { stream: name })}
        </figcaption>
      </figure>
    </Hero>
  );
}
