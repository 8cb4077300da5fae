import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { fullTitle } from '#src/contract/full-title.ts';
import { ownArtistsQuery, ownTracksQuery } from '#src/features/favorites/change/own-favorites.query.ts';
import { lovesArtist, lovesTrack } from '#src/features/favorites/hearts/loved-names.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { useShownStream } from '#src/features/player/engine/use-shown-stream.ts';
import { readPlayerSettings } from '#src/features/player/page/player-settings.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts, textOf } from '#src/i18n/loaded-texts.ts';
import { streamOfPath } from '#src/page/address/address-rules.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { browserStorage } from '#src/page/storage/browser-storage.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { type Offer, SongWatch } from './song-watch.ts';

/** When a tab of this browser told last, milliseconds since the Unix epoch. */
const TOLD_KEY = 'onde-your-song';
const FAVORITES_STALE_MS = 600_000;

/**
 * Tells a member that a favourite begins on another stream, and offers to go there [R55]. Looks at the titles that the
 * page asks for anyway. Shows nothing itself.
 */
export function YourSong({ userId }: { userId: string }): null {
  const language = useLanguage();
  const isDialogOpen = useOpenDialog() !== null;
  const { streams } = useStation();
  const inBar = useShownStream(streamOfPath(useAddress().pathname));
  const offer = useOffer();
  const [watch] = useState(() => new SongWatch());
  const [isOn, setOn] = useState(() => readPlayerSettings().yourSong);
  const favorites = { enabled: isOn, staleTime: FAVORITES_STALE_MS };
  const { data: tracks } = useQuery({ ...ownTracksQuery(userId, language), ...favorites });
  const { data: artists } = useQuery({ ...ownArtistsQuery(userId, language), ...favorites });
  const { data: titles, dataUpdatedAt } = useQuery({
    ...nowPlayingQuery,
    // `useNowPlayingRefresh` keeps it fresh.
    staleTime: 'static',
    notifyOnChangeProps: ['data', 'dataUpdatedAt'],
  });

  const look = useEffectEvent((atMs: number) => {
    setOn(readPlayerSettings().yourSong);
    const found = watch.look(
      {
        tracks: titles ?? [],
        atMs,
        shown: streams.find(({ id }) => id === inBar)?.version ?? null,
        isWatched: isOn && !isDialogOpen && document.visibilityState === 'visible',
        toldMs: Number(browserStorage.read(TOLD_KEY) ?? 0),
      },
      ({ artiste, titre }) => {
        if (tracks && lovesTrack(tracks, fullTitle(artiste, titre))) return 'track';
        return artists && lovesArtist(artists, artiste) ? 'artist' : null;
      },
    );
    if (found === null) return;
    browserStorage.write(TOLD_KEY, String(atMs));
    offer(found);
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) look(dataUpdatedAt);
  }, [dataUpdatedAt]);
  return null;
}

/** Says what has begun where, with the way there. */
function useOffer(): (offer: Offer) => void {
  const player = playerOf(useBrowser());
  const language = useLanguage();
  const navigate = useNavigate();
  const showToast = useToast();
  const { streams } = useStation();
  return ({ track, love }) => {
    const stream = streams.find(({ version }) => version === track.version);
    if (stream === undefined) return;
    const { name, id } = stream;
    const values = { artist: track.artiste, title: track.titre, stream: name };
    const run = () => {
      player.play(id);
      navigate(homePath(language, id), { keepsScroll: true });
    };
    loadTexts('members', language).then(
      () => {
        const text = textOf(language);
        showToast('info', text(`members.your-song.${love}`, values), {
          label: text('members.your-song.listen'),
          run,
        });
      },
      // Without its words it is not said.
      () => {},
    );
  };
}
