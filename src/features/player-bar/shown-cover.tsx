import type { StreamId } from '#src/contract/streams.ts';
import { useHeardTrack } from '#src/features/player/ear/heard-track.ts';
import { useShownEpisode } from '#src/features/player/page/shown-episode.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { trackPath } from '#src/page/address/paths.ts';
import { CoverLink } from '#src/page/navigation/track-links.tsx';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { CoverImage } from '#src/ui/cover-image/cover-image.tsx';
import { useShownTrack } from './use-shown-track.ts';

/**
 * The picture of what the player shows. It leads to the same page as the title beside it, which is the link
 * that everybody can use [R138]. It fills its container.
 * @param props.size the container's width in CSS pixels
 */
export function ShownCover(props: { streamId: StreamId; size: number; isUrgent?: boolean }) {
  const { streamId, ...look } = props;
  const language = useLanguage();
  const { image } = useStream(streamId);
  const episode = useShownEpisode();
  const track = useShownTrack(streamId);
  const heard = useHeardTrack(streamId);
  const address = (track ?? heard)?.pochette ?? '';
  if (episode) return episode.cover;
  return (
    <>
      <CoverImage address={address} fallback={`/logo-${image}.png`} {...look} />
      {track?.slug && <CoverLink to={trackPath(language, streamId, track.slug)} />}
    </>
  );
}
