import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { fullTitle } from '#src/contract/full-title.ts';
import { YOUR_SONG_EVERY_MS } from '#src/contract/limits.ts';
import { ownArtistsQuery, ownTracksQuery } from '#src/features/favorites/change/own-favorites.query.ts';
import { lovesArtist, lovesTrack } from '#src/features/favorites/hearts/loved-names.ts';
import { playerOf, useShownStream } from '#src/features/player/engine/player-store.ts';
import { readPlayerSettings } from '#src/features/player/page/player-settings.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts, textOf } from '#src/i18n/loaded-texts.ts';
import { streamOfPath } from '#src/page/address/address-rules.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { WITHOUT_WORDS } from '#src/page/wire/query-client.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Where a browser keeps when one of its tabs last told of a favourite, in milliseconds since the Unix epoch. */
const TOLD_KEY = 'onde-your-song';
const FAVORITES_STALE_MS = 10 * MINUTE_MS;

/**
 * Tells a member that a favourite begins on another stream, and offers to go there [R55]. Looks at the titles that the
 * page asks for anyway. Shows nothing itself.
 */
export function YourSong({ userId }: { userId: string }): null {
  const { storage } = useBrowser();
  const language = useLanguage();
  const isDialogOpen = useOpenDialog() !== null;
  const { streams } = useStation();
  const inBar = useShownStream(streamOfPath(useAddress().pathname));
  const offer = useOffer();
  const [watch] = useState(() => new SongWatch());
  const [isOn, setOn] = useState(() => readPlayerSettings(storage).yourSong);
  const favorites = { ...WITHOUT_WORDS, enabled: isOn, staleTime: FAVORITES_STALE_MS };
  const { data: tracks } = useQuery({ ...ownTracksQuery(userId, language), ...favorites });
  const { data: artists } = useQuery({ ...ownArtistsQuery(userId, language), ...favorites });
  const { data: titles, dataUpdatedAt } = useQuery({
    ...nowPlayingQuery,
    // `useNowPlayingRefresh` keeps it fresh.
    staleTime: 'static',
    notifyOnChangeProps: ['data', 'dataUpdatedAt'],
  });

  const look = useEffectEvent((atMs: number) => {
    const isWanted = readPlayerSettings(storage).yourSong;
    setOn(isWanted);
    const found = watch.look(
      {
        tracks: titles ?? [],
        atMs,
        shown: streams.find(({ id }) => id === inBar)?.version ?? null,
        isWatched: isOn && isWanted && !isDialogOpen && document.visibilityState === 'visible',
        toldMs: Number(storage.read(TOLD_KEY) ?? 0),
      },
      ({ artiste, titre }) => {
        if (tracks && lovesTrack(tracks, fullTitle(artiste, titre))) return 'track';
        return artists && lovesArtist(artists, artiste) ? 'artist' : null;
      },
    );
    if (found === null) return;
    storage.write(TOLD_KEY, String(atMs));
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
    const { artiste: artist, titre: title } = track;
    const values = { artist, title, track: [title, artist].filter(Boolean).join(', '), stream: name };
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
      // Without texts there is no message.
      () => {},
    );
  };
}

/** Longest time between two looks of which the second can tell what has just begun: beyond it the tab was hidden. */
const LOOKS_APART_MS = 30_000;

/** What is on air on all streams, and what decides whether the member is told. */
export interface Look {
  readonly tracks: readonly NowPlaying[];
  /** When it was, milliseconds. */
  readonly atMs: number;
  /** Version of the stream that the bar shows, with its title: it needs no message. */
  readonly shown: string | null;
  /** Whether somebody would see a message now. */
  readonly isWatched: boolean;
  /** When the member was told last, in this tab or another. */
  readonly toldMs: number;
}

export type Love = 'track' | 'artist';
interface Offer {
  readonly track: NowPlaying;
  readonly love: Love;
}

/**
 * Notices favourites that begin on another stream than the bar's [R55]. Each play is checked once, whether or not the
 * member was told of it.
 */
export class SongWatch {
  /** Start of the latest play, by stream. A jingle between two looks at a play does not make it a new one. */
  readonly #latest = new Map<string, string>();
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** When this page told the member last: the browser may keep nothing. */
  #toldMs = Number.NEGATIVE_INFINITY;

  /** @param loves why a track is a favourite; null when it is none */
  look(look: Look, loves: (track: NowPlaying) => Love | null): Offer | null {
    // Without a track of its own a stream shows its name.
    const begun = look.tracks.filter(
      ({ version, slug, started_at }) => slug !== '' && this.#latest.get(version) !== started_at,
    );
    const hasFollowed = look.atMs - this.#lookedMs <= LOOKS_APART_MS;
    this.#lookedMs = look.atMs;
    for (const { version, started_at } of begun) this.#latest.set(version, started_at);
    const isSoon = [look.toldMs, this.#toldMs].some(
      (toldMs) => Math.abs(look.atMs - toldMs) < YOUR_SONG_EVERY_MS,
    );
    if (!hasFollowed || !look.isWatched || isSoon) return null;
    const offers = begun
      .filter(({ version }) => version !== look.shown)
      .flatMap((track): Offer[] => {
        const love = loves(track);
        return love === null ? [] : [{ track, love }];
      });
    const offer = offers.find(({ love }) => love === 'track') ?? offers[0] ?? null;
    if (offer !== null) this.#toldMs = look.atMs;
    return offer;
  }
}
