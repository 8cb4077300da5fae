import { useQuery } from '@tanstack/react-query';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { historyQuery } from '#src/features/history/use-history.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { SlotPlace } from '#src/features/slots/slot-place.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { homePath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { sharedPicture } from '#src/page/head/shared-picture.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import type { PageAnswer, PageProps, PageRequest } from '#src/page/page-module.ts';
import { askAll } from '#src/page/wire/ask.ts';
import section from '#src/ui/section/section.module.css';
import styles from './home-page.module.css';
import { LatestTracks, latestTracksQuery } from './latest-tracks.tsx';
import { OnAirHero } from './on-air-hero.tsx';
import { StreamCard } from './stream-card.tsx';

async function loadOnServer({ params, language, station, ask }: PageRequest): Promise<PageAnswer> {
  const streamId = params.streamId ?? DEFAULT_STREAM;
  const { version = '' } = station.streams.find(({ id }) => id === streamId) ?? {};
  const tracks = await ask(nowPlayingQuery);
  const onAir = tracks.find((track) => track.version === version);
  const history = historyQuery(version, language);
  await askAll(ask, [
    latestTracksQuery(version, language),
    { ...history, queryKey: [...history.queryKey, onAir?.started_at ?? null] },
  ]);
  return {};
}

export const load = import.meta.env.SSR ? loadOnServer : undefined;

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

/** The eight in their order, those without music yet last [R10]. */
function useStreamsInRow(): readonly StreamFacts[] {
  const { streams } = useStation();
  const { data = '' } = useQuery({
    ...nowPlayingQuery,
    staleTime: 'static',
    // One text for all of them: the page is drawn anew when it changes alone.
    select: (tracks) =>
      `${tracks.flatMap(({ slug, duration, version }) => (slug || duration ? [] : version))}`,
  });
  const silent = data.split(',');
  const isSilent = ({ version }: StreamFacts) => Number(silent.includes(version));
  return streams.toSorted((one, other) => isSilent(one) - isSilent(other));
}

/** Title, description and share data of the home page, and the radio in a form that search engines read. */
function HomeHead({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const language = useLanguage();
  const { name, origin, since, address, links, streams } = useStation();
  const stream = streams.find(({ id }) => id === pathStream);
  const description = import.meta.env.SSR
    ? (stream?.description ??
      text('home.description', { streams: streams.map((each) => each.genre).join(', ') }))
    : '';
  // Every visit would carry what only search engines read.
  const station = import.meta.env.SSR && {
    '@type': 'RadioStation',
    '@id': `${origin}/#radio`,
    name,
    ...(address !== '' && { address: { '@type': 'PostalAddress', streetAddress: address } }),
  };
  const radio = import.meta.env.SSR
    ? {
        ...station,
        ...(stream && { '@id': `${origin}/#${stream.id}`, name: stream.name }),
        url: `${origin}${homePath(language, stream?.id ?? null)}`,
        logo: `${origin}/logo-${(stream ?? streams[0])?.image}.png`,
        image: `${origin}${sharedPicture(stream?.id ?? null, language)}`,
        description,
        foundingDate: String(since),
        sameAs: Object.values(links),
        ...(stream && {
          parentOrganization: { ...station, url: `${origin}${homePath(language, null)}` },
        }),
      }
    : null;
  return (
    <>
      <PageHead
        title={stream ? text('home.stream-title', { stream: stream.name }) : text('home.title', { name })}
        description={description}
      />
      <JsonLd facts={radio} />
    </>
  );
}
