import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { TRACK_REFRESH_MS, VOLUME_STEP } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { readPlayerSettings } from '#src/features/player/page/player-settings.ts';
import { isHeard, type PlayerState } from '#src/features/player/state/player-state.ts';
import { useKeyHelp } from '#src/features/player-bar/keys/keys-button.tsx';
import { focusKind, type KeyCommand, keyCommand } from '#src/features/player-bar/keys/player-keys.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useDialogs, useOpenDialog } from '#src/ui/dialog/dialogs.tsx';

/**
 * Keeps titles fresh and obeys the keys on a page with a player. Call it once, inside the dialogs' provider.
 */
export function usePlayerPage(ways: {
  /** Goes to the address of a stream (keys 1 to 8), which plays it. */
  openStream: (streamId: StreamId) => void;
  /** Goes to the search page (key `/`). */
  openSearch: () => void;
}): void {
  const openHelp = useKeyHelp();
  const { close } = useDialogs();
  const { streams } = useStation();
  useNowPlayingRefresh();
  const openSearch = () => {
    // The whole player would stand above the page.
    close();
    ways.openSearch();
  };
  usePlayerKeys({ streams, ...ways, openSearch, openHelp });
}

/**
 * How often to ask for the titles, in milliseconds; not at all while the preview of a track plays [R17]. An
 * episode takes an hour, so titles stay fresh beside it.
 */
export function refreshEveryMs({ preview }: PlayerState): number | false {
  return preview?.kind === 'track' ? false : TRACK_REFRESH_MS;
}

/** Keeps the titles fresh for the whole page: one poll for everything that shows them. */
function useNowPlayingRefresh(): void {
  const refetchInterval = usePlayer(refreshEveryMs);
  const refetchIntervalInBackground = usePlayer(isHeard);
  useQuery({
    ...nowPlayingQuery,
    refetchInterval,
    refetchIntervalInBackground,
    notifyOnChangeProps: [],
  });
}

interface KeyActions {
  /** In the order in which the page shows them. */
  readonly streams: readonly { readonly id: StreamId }[];
  openStream(streamId: StreamId): void;
  openSearch(): void;
  openHelp(): void;
}

/** Obeys the page's keyboard commands. An open dialog keeps the keys for itself, unless it `leavesKeys`. */
function usePlayerKeys(actions: KeyActions): void {
  const browser = useBrowser();
  const player = playerOf(browser);
  const dialog = useOpenDialog();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (dialog && !dialog.leavesKeys) return;
    const command = keyCommand(event, focusKind(document.activeElement));
    if (command === null || !readPlayerSettings(browser.storage).shortcuts) return;
    event.preventDefault();
    obey(player, command, actions);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function obey(player: PlayerEngine, command: KeyCommand, actions: KeyActions): void {
  switch (command.type) {
    case 'toggle':
      player.toggle();
      break;
    case 'mute':
      player.toggleMute();
      break;
    case 'volume':
      player.setVolume(player.getState().volume + command.steps * VOLUME_STEP);
      break;
    case 'stream': {
      const stream = actions.streams[command.position - 1];
      if (!stream) break;
      // An address that is open already starts nothing.
      if (stream.id === player.getState().streamId) player.select(stream.id, { autoplay: true });
      actions.openStream(stream.id);
      break;
    }
    case 'search':
      actions.openSearch();
      break;
    case 'help':
      actions.openHelp();
      break;
  }
}
