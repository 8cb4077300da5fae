import type { StreamId } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { streamPagePath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { PodcastShowRow } from './podcasts.wire.ts';

/** A show in a form that search engines read, and the way to its feed for readers of feeds [R76, R150]. */
export function ShowFacts({ show, streamId }: { show: PodcastShowRow; streamId: StreamId }) {
  const language = useLanguage();
  const { name, origin } = useStation();
  const absolute = (address: string) => new URL(address, origin).href;
  const { titre, description, language: spoken, image, xml, episodes } = show;
  const elsewhere = [show.itunes, show.deezer, show.youtube].filter((address) => address !== undefined);
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={titre} href={absolute(xml)} />
      <JsonLd
        facts={{
          '@type': 'PodcastSeries',
          name: titre,
          inLanguage: spoken,
          url: absolute(streamPagePath(language, streamId, 'page-podcast.html')),
          webFeed: absolute(xml),
          publisher: { '@type': 'Organization', name, url: origin },
          ...(description !== '' && { description }),
          ...(image !== '' && { image: absolute(image) }),
          ...(elsewhere.length > 0 && { sameAs: elsewhere }),
          ...(episodes.length > 0 && {
            hasPart: episodes.slice(0, EPISODES_TOLD).map(({ title, published_at, audio }) => ({
              '@type': 'PodcastEpisode',
              name: title,
              datePublished: published_at,
              associatedMedia: { '@type': 'AudioObject', contentUrl: absolute(audio) },
            })),
          }),
        }}
      />
    </>
  );
}

/** The feed has them all. */
const EPISODES_TOLD = 10;
