import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LovedTrack, wishArtist, wishTrack } from '#src/features/favorites/change/change-favorites.ts';
import { ownArtistsQuery, ownTracksQuery } from '#src/features/favorites/change/own-favorites.query.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { WITHOUT_WORDS } from '#src/page/wire/query-client.ts';
import { Heart, useRefusedFavorite } from './heart.tsx';
import { lovesArtist, lovesTrack } from './loved-names.ts';

interface TrackProps {
  readonly userId: string;
  readonly track: LovedTrack;
  /** With words, for the head of a page. */
  readonly isLarge: boolean;
}

/**
 * Makes a track the member's favourite, or none [R43]. The place may go on with another one, or for another member: that
 * has its own wish.
 */
export function TrackHeart(props: TrackProps) {
  return <HeartOfTrack key={`${props.userId} ${props.track.titre}`} {...props} />;
}

function HeartOfTrack(props: TrackProps) {
  const browser = useBrowser();
  const { userId, track, isLarge } = props;
  const text = useText();
  const language = useLanguage();
  const { data } = useQuery({
    ...ownTracksQuery(userId, language),
    ...WITHOUT_WORDS,
    select: (list) => lovesTrack(list, track.titre),
  });
  const heart = useWish(data, (isWanted) => wishTrack(browser, { userId, language }, track, isWanted));
  return (
    <Heart
      {...heart}
      name={text('track.favorite-of', { track: track.titre })}
      words={isLarge ? text('track.favorite') : undefined}
    />
  );
}

interface ArtistProps {
  readonly userId: string;
  readonly artist: string;
}

/** The same for an artist; always large. */
export function ArtistHeart(props: ArtistProps) {
  return <HeartOfArtist key={`${props.userId} ${props.artist}`} {...props} />;
}

function HeartOfArtist({ userId, artist }: ArtistProps) {
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const { data } = useQuery({
    ...ownArtistsQuery(userId, language),
    ...WITHOUT_WORDS,
    select: (list) => lovesArtist(list, artist),
  });
  const heart = useWish(data, (isWanted) => wishArtist(browser, { userId, language }, artist, isWanted));
  return (
    <Heart
      {...heart}
      name={text('track.favorite.artist-of', { artist })}
      words={text('track.favorite.artist')}
    />
  );
}

interface Wished {
  readonly isOn: boolean;
  /** Not answered yet: a list that comes meanwhile knows nothing of it. */
  readonly isUnderWay: boolean;
}

/** @param known undefined while the member's list is on its way: a wish then shows here alone */
function useWish(known: boolean | undefined, change: (isWanted: boolean) => Promise<void>) {
  const tellRefusal = useRefusedFavorite();
  const [wished, setWished] = useState<Wished>({ isOn: false, isUnderWay: false });
  const isOn = wished.isUnderWay ? wished.isOn : (known ?? wished.isOn);
  const onPress = () => {
    const wish = { isOn: !isOn, isUnderWay: true };
    const settle = (settled: boolean) =>
      setWished((latest) => (latest === wish ? { isOn: settled, isUnderWay: false } : latest));
    setWished(wish);
    change(wish.isOn).then(
      () => settle(wish.isOn),
      (error: unknown) => {
        settle(isOn);
        tellRefusal(error);
      },
    );
  };
  return { isOn, onPress };
}
