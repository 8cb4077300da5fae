import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { slugOf } from '#src/contract/titles.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath, trackPath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { Artist } from './biography.wire.ts';

/** The page's head about the artist, for search engines and shared links. */
export function ArtistHead({ artist }: { artist: Artist }) {
  const text = useText();
  const language = useLanguage();
  const { name: station, origin } = useStation();
  const { name, image, latest_tracks: tracks } = artist;
  const path = artistPath(language, DEFAULT_STREAM, name);
  const absolute = (address: string) => new URL(address, origin).href;
  return (
    <>
      <PageHead
        title={name}
        description={text('track.artist.description', { artist: name, name: station })}
        // Every visit would carry how slugs are made.
        {...(import.meta.env.SSR && { image: `/og/artist/${encodeURIComponent(slugOf(name))}.png` })}
        path={path}
      />
      <JsonLd
        facts={{
          '@type': 'MusicGroup',
          name,
          url: absolute(path),
          ...(image !== '' && { image: absolute(image) }),
          track: tracks.map(({ title, slug }) => ({
            '@type': 'MusicRecording',
            name: title,
            url: absolute(trackPath(language, DEFAULT_STREAM, slug)),
          })),
        }}
      />
    </>
  );
}
