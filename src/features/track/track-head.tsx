import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { artistPath, trackPath } from '#src/page/address/paths.ts';
import { JsonLd } from '#src/page/head/json-ld.tsx';
import { PageHead } from '#src/page/head/page-head.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import type { TrackInfo } from './track.wire.ts';

/** The page's head about the track, for search engines and shared links. */
export function TrackHead({ track }: { track: TrackInfo }) {
  const text = useText();
  const language = useLanguage();
  const { name, origin } = useStation();
  const { artist, slug } = track;
  const path = trackPath(language, DEFAULT_STREAM, slug);
  const absolute = (address: string) => new URL(address, origin).href;
  return (
    <>
      <PageHead
        title={track.titre}
        description={text('track.description', { track: track.titre, name })}
        image={`/og/track/${encodeURIComponent(slug)}.png`}
        path={path}
      />
      <JsonLd
        facts={{
          '@type': 'MusicRecording',
          name: track.title,
          url: absolute(path),
          image: absolute(track.pochette),
          ...(artist !== '' && {
            byArtist: {
              '@type': 'MusicGroup',
              name: artist,
              url: absolute(artistPath(language, DEFAULT_STREAM, artist)),
            },
          }),
          ...(track.preview !== '' && {
            audio: {
              '@type': 'AudioObject',
              contentUrl: absolute(track.preview),
              encodingFormat: 'audio/mpeg',
            },
          }),
        }}
      />
    </>
  );
}
