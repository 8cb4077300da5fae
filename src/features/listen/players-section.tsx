import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import { CopyAddress } from './copy-address.tsx';
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
