import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import { Band } from '#src/ui/band/band.tsx';
import styles from './listen-hero.module.css';

/** The page's title, and beside it, where there is a camera to show it to, the code that carries the stream to a telephone. */
export function ListenHero({ streamId }: { streamId: StreamId }) {
  const text = useText();
  const language = useLanguage();
  const { name } = useStream(streamId);
  const { origin } = useStation();
  const address = `${origin}${homePath(language, streamId)}`;
  return (
    <Band
      title={text('listen.title')}
      lead={text('listen.text')}
      beside={
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
      }
    />
  );
}
