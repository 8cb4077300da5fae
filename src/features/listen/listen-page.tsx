import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { InstallHint } from '#src/features/install/install-hint.tsx';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStation, useStream } from '#src/page/on-air/station-context.tsx';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { Band } from '#src/ui/band/band.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Sections } from '#src/ui/section/sections.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import { AppsSection, appsQuery } from './apps-section.tsx';
import styles from './listen-page.module.css';
import { PlayersSection } from './players-section.tsx';

async function loadOnServer({ ask }: PageRequest): Promise<PageAnswer> {
  await askAll(ask, [nowPlayingQuery, appsQuery]);
  return {};
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

/** Every way to listen [R47]. */
export function Page({ params }: PageProps) {
  const text = useText();
  const streamId = params.streamId ?? DEFAULT_STREAM;
  return (
    <>
      <PageHead title={text('listen.title')} description={text('listen.text')} />
      <ListenHero streamId={streamId} />
      <Sections>
        <AppsSection />
        <InstallHint />
        <WebPlayerSteps streamId={streamId} />
        <PlayersSection />
        <p>
          {text('listen.trouble')} <Link to="/status">{text('listen.trouble.link')}</Link>
        </p>
      </Sections>
    </>
  );
}

/** The page's title; beside it, where a phone can scan it, the QR code that opens the stream there. */
function ListenHero({ streamId }: { streamId: StreamId }) {
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

const STEPS: readonly { title: TextKey; words: TextKey }[] = [
  { title: 'listen.web.choose', words: 'listen.web.choose.text' },
  { title: 'listen.web.play', words: 'listen.web.play.text' },
  { title: 'listen.web.keep', words: 'listen.web.keep.text' },
];

/** How to listen in a browser, and the link to the external web player. */
function WebPlayerSteps({ streamId }: { streamId: StreamId }) {
  const player = playerOf(useBrowser());
  const text = useText();
  const { playerHost } = useStation();
  return (
    <TitledSection title={text('listen.web')} lead={text('listen.web.text')}>
      <ol className={styles.steps}>
        {STEPS.map(({ title, words }) => (
          <li key={title}>
            <h3>{text(title)}</h3>
            <p>{text(words)}</p>
          </li>
        ))}
      </ol>
      <a
        className={`${buttonClass('ink')} ${styles.open}`}
        href={`${playerHost}/${streamId}`}
        target="_blank"
        rel="noopener"
        onClick={() => player.fallSilent()}
      >
        {text('player.web-player')}
        <Icon name="outside" size={18} />
      </a>
    </TitledSection>
  );
}
