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
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { useCopy } from '#src/ui/clipboard/use-copy.ts';
import { Icon } from '#src/ui/icon/icon.tsx';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { Sections } from '#src/ui/section/sections.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { AppsSection, appsQuery } from './apps-section.tsx';
import styles from './listen-page.module.css';
import rows from './listen-rows.module.css';

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
        <p className={styles.trouble}>
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

/** Which playlist each player is known to open. */
const PLAYERS = [
  { name: 'VLC', ending: 'xspf' },
  { name: 'Winamp', ending: 'pls' },
  { name: 'iTunes', ending: 'm3u' },
] as const;

/** Every stream as playlists and as an address, for players of all kinds [R47, W62]. */
function PlayersSection() {
  const text = useText();
  const { streams } = useStation();
  return (
    <TitledSection title={text('listen.players')} lead={text('listen.players.text')}>
      <ul>
        {streams.map((stream) => (
          <StreamRow key={stream.id} stream={stream} />
        ))}
      </ul>
    </TitledSection>
  );
}

function StreamRow({ stream }: { stream: StreamFacts }) {
  const { origin } = useStation();
  const address = new URL(stream.url, origin).href;
  const nameAt = address.lastIndexOf('/') + 1;
  return (
    <li className={rows.row}>
      <img
        className={rows.logo}
        src={`/logo-${stream.image}.png`}
        alt=""
        width="52"
        height="52"
        loading="lazy"
      />
      <div className={rows.words}>
        <h3>{stream.name}</h3>
        <p className={rows.address}>
          {address.slice(0, nameAt)}
          <wbr />
          {address.slice(nameAt)}
        </p>
      </div>
      <div className={rows.ways}>
        {PLAYERS.map(({ name, ending }) => (
          <a key={name} className={buttonClass('line')} href={`/listen/${stream.id}.${ending}`} download>
            {name}
            <span className={hidden.hidden}> · {stream.name}</span>
          </a>
        ))}
        <CopyAddress address={address} stream={stream.name} />
      </div>
    </li>
  );
}

/** Copies the direct address of a stream, and says so for a moment [R68]. */
function CopyAddress({ address, stream }: { address: string; stream: string }) {
  const text = useText();
  const showToast = useToast();
  // The address beside the button can be selected.
  const { isCopied, copy } = useCopy(address, () => showToast('refusal', text('listen.players.copy-failed')));

  return (
    <Button look="plain" className={rows.copy} onClick={copy} aria-live="polite">
      <LaterIcon name={isCopied ? 'check' : 'link'} size={18} />
      <span>{text(isCopied ? 'listen.players.copied' : 'listen.players.copy')}</span>
      <span className={hidden.hidden}> · {stream}</span>
    </Button>
  );
}
