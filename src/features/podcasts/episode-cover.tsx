import { useLanguage } from '#src/i18n/language-context.tsx';
import { streamPagePath } from '#src/page/address/paths.ts';
import { CoverLink } from '#src/page/navigation/track-links.tsx';
import type { EpisodeShow } from './episode-in-bar.ts';
import { ShowCover } from './show-cover.tsx';

/** The player's picture of an episode: its show's, which leads to the podcasts of the stream. */
export function EpisodeCover({ show }: { show: EpisodeShow }) {
  const language = useLanguage();
  return (
    <>
      <ShowCover {...show} />
      <CoverLink to={streamPagePath(language, show.streamId, 'page-podcast.html')} />
    </>
  );
}
