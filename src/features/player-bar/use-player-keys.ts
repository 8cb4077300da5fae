import { useEffect, useEffectEvent } from 'react';
import { VOLUME_STEP } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { PlayerEngine } from '#src/features/player/player-engine.ts';
import { readPlayerSettings } from '#src/features/player/player-settings.ts';
import { playerOf } from '#src/features/player/player-store.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import { focusKind, type KeyCommand, keyCommand } from './player-keys.ts';

export interface KeyActions {
  /** As the page shows them. */
  readonly streams: readonly { readonly id: StreamId }[];
  openStream(streamId: StreamId): void;
  openSearch(): void;
  openHelp(): void;
}

/** Listens to the keyboard commands of the page. A dialog keeps its keys, unless it leaves them. */
export function usePlayerKeys(actions: KeyActions): void {
  const player = playerOf(useBrowser());
  const dialog = useOpenDialog();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (dialog && !dialog.leavesKeys) return;
    const command = keyCommand(event, focusKind(document.activeElement));
    if (command === null || !readPlayerSettings().shortcuts) return;
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
      if (stream) actions.openStream(stream.id);
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
