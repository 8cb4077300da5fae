import { HydrationBoundary } from '@tanstack/react-query';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useText } from '#src/i18n/use-text.ts';
import { languageOfAddress } from '#src/page/address/address-rules.ts';
import { requireStream } from '#src/page/address/require-stream.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { pageServices } from '#src/page/page-services.ts';
import type { Route } from './+types/home-page';
import { Hero } from './hero.tsx';
import { HomeHead } from './home-head.tsx';
import styles from './home-page.module.css';
import { LatestTracks } from './latest-tracks.tsx';
import { loadHome } from './load-home.ts';
import { StreamCard } from './stream-card.tsx';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const streamId = requireStream(params) ?? DEFAULT_STREAM;
  const language = languageOfAddress(new URL(request.url));
  return { queries: await loadHome(context.get(pageServices), streamId, language) };
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  requireStream(params);
  return { queries: undefined };
}

/** The stream that is heard, the eight to choose from, and what is new [R10]. */
export default function HomePage({ loaderData, params }: Route.ComponentProps) {
  const text = useText();
  const { streams } = useStation();
  const pathStream = requireStream(params);
  const streamId = useShownStream(pathStream);
  return (
    <HydrationBoundary state={loaderData.queries}>
      <HomeHead pathStream={pathStream} />
      <Hero streamId={streamId} />
      <div className={styles.page}>
        <section aria-labelledby="streams">
          <header className={styles.head}>
            <h2 id="streams">{text('home.streams')}</h2>
            <p>{text('home.choose')}</p>
          </header>
          <ul className={styles.grid}>
            {streams.map((stream) => (
              <li key={stream.id}>
                <StreamCard stream={stream} />
              </li>
            ))}
          </ul>
        </section>
        <LatestTracks streamId={streamId} />
      </div>
    </HydrationBoundary>
  );
}
