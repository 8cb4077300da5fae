import { useQuery } from '@tanstack/react-query';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { wishTrack } from '#src/features/favorites/change/change-favorites.ts';
import { ownTracksQuery } from '#src/features/favorites/change/own-favorites.query.ts';
import { FavoriteTrackRow } from '#src/features/favorites/lists/favorite-track-row.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamOfPath } from '#src/page/address/address-rules.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Link } from '#src/page/navigation/link.tsx';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { buttonClass } from '#src/ui/button/button.tsx';
import { OwnList } from './own-list.tsx';
import { RemovalHeart } from './removal-heart.tsx';

/** The member's favourite tracks. */
export function OwnTrackList({ userId, nowMs }: { userId: string; nowMs: number }) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const streamId = streamOfPath(useAddress().pathname) ?? DEFAULT_STREAM;
  const { data, isError, refetch } = useQuery({ ...ownTracksQuery(userId, language), staleTime: 0 });
  const rows = data?.favorites.map((row) => {
    const track = { ...row, titre: row.full_title, artist: row.artist_name, title: row.track_title };
    return (
      <FavoriteTrackRow key={row.slug} track={row} streamId={streamId} nowMs={nowMs}>
        <RemovalHeart
          name={text('track.favorite-of', { track: row.full_title })}
          removed={row.track_title}
          change={(isWanted) => wishTrack(browser, { userId, language }, track, isWanted)}
        />
      </FavoriteTrackRow>
    );
  });
  return (
    <OwnList
      title={text('members.lovepuls.tracks-title')}
      rows={rows ?? null}
      hasFailed={isError}
      onRetry={() => void refetch()}
      empty={
        <>
          <p>{text('members.lovepuls.empty')}</p>
          <p>{text('members.profile.tracks-hint')}</p>
          <Link to={streamPagePath(language, streamId, 'page-top20.html')} className={buttonClass('line')}>
            {text('members.profile.top20')}
          </Link>
        </>
      }
    />
  );
}
