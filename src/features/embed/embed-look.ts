import type { StreamId } from '#src/contract/streams.ts';
import { lacksOutput, type PlayerState, pressMeansPause } from '#src/features/player/state/player-state.ts';
import type { EmbedWords } from './embed-state.ts';

/** How the small player looks in a state of its sound. */
export interface EmbedLook {
  /** Whether a press on the play button means pause. */
  readonly isOn: boolean;
  /** Whether sound was asked for and is not there yet. */
  readonly isBusy: boolean;
  /** Stands in place of the artist; null while all is well. */
  readonly words: string | null;
}

export function embedLook(state: PlayerState, streamId: StreamId, words: EmbedWords): EmbedLook {
  const isOn = pressMeansPause(state, streamId);
  const isBusy = isOn && state.phase !== 'playing';
  if (lacksOutput(state)) return { isOn, isBusy, words: words.noOutput };
  if (state.phase === 'reconnecting' && state.refusal !== null) return { isOn, isBusy, words: state.refusal };
  switch (state.phase) {
    case 'connecting':
    case 'reconnecting':
    case 'offline':
    case 'blocked':
      return { isOn, isBusy, words: words[state.phase] };
    default:
      return { isOn, isBusy, words: null };
  }
}
