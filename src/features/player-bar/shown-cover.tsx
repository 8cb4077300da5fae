import type { StreamId } from '#src/contract/streams.ts';
import { useShownEpisode } from '#src/features/player/page/shown-episode.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { trackPath } from '#src/page/address/paths.ts';
import { CoverLink } from '#src/page/navigation/track-links.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { useShownTrack } from './use-shown-track.ts';

/**
 * The picture of what the player shows, which leads to its page: the title beside it is the link for everybody [R138].
 * Fills its place.
 * @param props.size the place's width in CSS pixels
 */
export function ShownCover(props: { streamId: StreamId; size: number; isUrgent?: boolean }) {
  const { streamId, ...look } = props;
  const language = useLanguage();
  const { image } = useStream(streamId);
  const episode = useShownEpisode();
  const track = useShownTrack(streamId);
  const onAir = useNowPlaying(streamId);
  const cover = track ?? onAir;
  if (episode) return episode.cover;
  return (
    <>
      {cover && <CoverImage address={cover.pochette} fallback={`/logo-${image}.png`} {...look} />}
      {track && <CoverLink to={trackPath(language, streamId, track.slug)} />}
    </>
  );
}
