import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { SlotPlace } from '#src/features/slots/slot-place.tsx';
import { useText } from '#src/i18n/use-text.ts';
import type { PageProps } from '#src/page/page-module.ts';
import section from '#src/ui/section/section.module.css';
import { HomeHead } from './home-head.tsx';
import styles from './home-page.module.css';
import { LatestTracks } from './latest-tracks.tsx';
import { loadHome } from './load-home.ts';
import { OnAirHero } from './on-air-hero.tsx';
import { StreamCard } from './stream-card.tsx';
import { useStreamsInRow } from './use-streams-in-row.ts';

export const load = import.meta.env.SSR ? loadHome : undefined;

/** The stream that is heard, the eight to choose from, and what is new [R10]. */
export function Page({ params }: PageProps) {
  const text = useText();
  const streams = useStreamsInRow();
  const streamId = useShownStream(params.streamId);
  return (
    <>
      <HomeHead pathStream={params.streamId} />
      <OnAirHero streamId={streamId} />
      <div className={styles.page}>
        <section aria-labelledby="streams">
          <header className={section.head}>
            <h2 id="streams">{text('home.streams')}</h2>
            <p>{text('home.choose')}</p>
          </header>
          <ul className={styles.grid}>
            {streams.map((stream) => (
              <li key={stream.id}>
                <StreamCard stream={stream} />
              </li>
            ))}
            <SlotPlace place="card" />
          </ul>
        </section>
        <LatestTracks streamId={streamId} />
      </div>
    </>
  );
}
