import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { useCopy } from '#src/ui/clipboard/use-copy.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { useToast } from '#src/ui/toast/toasts.tsx';
import styles from './listen-rows.module.css';

/** Which playlist each player is known to open. */
const PLAYERS = [
  { name: 'VLC', ending: 'xspf' },
  { name: 'Winamp', ending: 'pls' },
  { name: 'iTunes', ending: 'm3u' },
] as const;

/** Every stream as playlists and as an address, for players of all kinds [R47, W62]. */
export function PlayersSection() {
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
  return (
    <li className={styles.row}>
      <img
        className={styles.logo}
        src={`/logo-${stream.image}.png`}
        alt=""
        width="52"
        height="52"
        loading="lazy"
      />
      <div className={styles.words}>
        <h3>{stream.name}</h3>
        <p className={styles.address}>{address}</p>
      </div>
      <div className={styles.ways}>
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
    <Button look="plain" className={styles.copy} onClick={copy} aria-live="polite">
      <LaterIcon name={isCopied ? 'check' : 'link'} size={18} />
      <span>{text(isCopied ? 'listen.players.copied' : 'listen.players.copy')}</span>
      <span className={hidden.hidden}> · {stream}</span>
    </Button>
  );
}
