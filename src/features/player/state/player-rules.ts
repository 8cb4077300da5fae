import { AUTOPLAY_DELAY_MS, DEFAULT_VOLUME, PLAYER_REBUILD_DELAY_MS } from '#src/contract/limits.ts';
import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { lacksOutput, type PlayerState, type Preview, wantsSound } from './player-state.ts';

export type PlayerEvent =
  /** The address names a stream, or none and the last one is chosen without `autoplay`. */
  | { type: 'selected'; streamId: StreamId; autoplay: boolean }
  | { type: 'play'; streamId?: StreamId | undefined }
  /** The listener, another tab or the device stopped the sound. */
  | { type: 'pause' }
  /** The element that an early press started is taken over. */
  | { type: 'adopted'; streamId: StreamId }
  | { type: 'sounding' }
  /** The sound has lasted for some seconds. */
  | { type: 'steady' }
  /** By the browser; a start that nobody has asked for is no news then: nothing plays yet. */
  | { type: 'refused'; isUnasked?: boolean }
  | ({ type: 'lost' } & Loss)
  | { type: 'behind'; seconds: number }
  /** So much was missed that the sound goes on with what is live. */
  | { type: 'leapt' }
  | { type: 'online' }
  | { type: 'offline' }
  | { type: 'preview-began'; preview: BegunPreview }
  | { type: 'preview-ended' }
  | { type: 'volume'; volume: number; muted: boolean };

/** A preview, or the offer of one, as it comes: what follows it is the player's to say. */
type BegunPreview = Omit<Preview, 'resume' | 'rested'>;

interface Loss {
  /** Whether the device has a network, or the sound has not run dry: what can be heard can be paused. */
  readonly online: boolean;
  /** The sound had come, and the device did not play it. */
  readonly atOutput: boolean;
  /** Why the server lets nobody in, in its own words. */
  readonly refusal?: string | undefined;
  /** Whether it is being asked for that: until it answers, what it said last counts. */
  readonly isAsked?: boolean;
}

/** The engine's work after a transition, in order. */
export type PlayerEffect =
  /** Silences previews, other media of the page and the other tabs. */
  | { type: 'stop-others' }
  /** Lets go of every connection and pending timer. */
  | { type: 'release' }
  /** Opens the stream; at once (inside the gesture) when `afterMs` is 0. */
  | { type: 'connect'; streamId: StreamId; afterMs: number }
  /** Plays a stream that its address has chosen, after a moment. */
  | { type: 'autoplay'; streamId: StreamId; afterMs: number }
  /** Opens the stream again after the back-off of this attempt. */
  | { type: 'retry'; streamId: StreamId; attempt: number }
  /** Opens the stream again now, whatever back-off is pending. */
  | { type: 'retry-now'; streamId: StreamId };

type Transition = readonly [PlayerState, readonly PlayerEffect[]];

/** [R166] Each attempt that comes as far as the device costs the server a stream: these become rare sooner. */
const OUTPUT_ATTEMPTS = 3;
/** A new attempt to be heard has no losses behind it. */
const FRESH = { attempt: 0, outputFailures: 0, refusal: null };

/** The whole behaviour of the player, without time or sound [R6, R15, R16, R24]. */
export function transition(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.type) {
    case 'selected':
      return select(state, event.streamId, event.autoplay);
    case 'play':
      return play(state, event.streamId ?? state.streamId ?? DEFAULT_STREAM);
    case 'pause':
      return pause(state);
    case 'adopted':
      return [
        { ...state, ...FRESH, phase: 'connecting', streamId: event.streamId },
        [{ type: 'stop-others' }],
      ];
    case 'sounding':
      // An element without a device to play on says so too, just before it fails.
      return wantsSound(state.phase) && !lacksOutput(state)
        ? [{ ...state, phase: 'playing' }, []]
        : [state, []];
    case 'steady':
      return wantsSound(state.phase) ? [{ ...state, ...FRESH, phase: 'playing' }, []] : [state, []];
    case 'refused':
      return wantsSound(state.phase)
        ? [{ ...state, ...FRESH, phase: event.isUnasked ? 'idle' : 'blocked' }, [{ type: 'release' }]]
        : [state, []];
    case 'lost':
      return lose(state, event);
    case 'behind':
      return [{ ...state, behindSeconds: event.seconds }, []];
    case 'leapt':
      return [{ ...state, leaps: state.leaps + 1 }, []];
    case 'online':
      return comeOnline(state);
    case 'offline':
      return state.phase === 'reconnecting' ? [{ ...state, phase: 'offline' }, []] : [state, []];
    case 'preview-began':
      return beginPreview(state, event.preview);
    case 'preview-ended':
      return endPreview(state);
    case 'volume': {
      const volume = clampVolume(event.volume);
      // An iPhone keeps its own volume [R237].
      return [{ ...state, volume, muted: event.muted || !volume }, []];
    }
  }
}

function select(state: PlayerState, streamId: StreamId, autoplay: boolean): Transition {
  if (state.preview && !state.preview.start) {
    const preview = autoplay ? { ...state.preview, resume: true, rested: undefined } : state.preview;
    return [{ ...state, streamId, preview }, []];
  }
  const changes = streamId !== state.streamId;
  if (wantsSound(state.phase)) {
    if (!changes) return [state, []];
    const afterMs = autoplay ? AUTOPLAY_DELAY_MS : PLAYER_REBUILD_DELAY_MS;
    return [
      { ...state, ...FRESH, phase: 'connecting', streamId },
      [{ type: 'release' }, { type: 'connect', streamId, afterMs }],
    ];
  }
  const next: PlayerState = {
    ...state,
    streamId,
    phase: changes && state.phase === 'blocked' ? 'idle' : state.phase,
  };
  return [next, autoplay ? [{ type: 'autoplay', streamId, afterMs: AUTOPLAY_DELAY_MS }] : []];
}

function play(state: PlayerState, streamId: StreamId): Transition {
  const next = { ...state, streamId, preview: null };
  if (wantsSound(state.phase) && streamId === state.streamId) {
    const waiting = state.phase === 'reconnecting' || state.phase === 'offline';
    return [next, waiting ? [{ type: 'retry-now', streamId }] : []];
  }
  const afterMs = wantsSound(state.phase) ? PLAYER_REBUILD_DELAY_MS : 0;
  return [
    { ...next, ...FRESH, phase: 'connecting' },
    [{ type: 'stop-others' }, { type: 'release' }, { type: 'connect', streamId, afterMs }],
  ];
}

function pause(state: PlayerState): Transition {
  const phase = state.phase === 'idle' ? 'idle' : 'paused';
  const preview = state.preview && { ...state.preview, resume: false };
  return [{ ...state, ...FRESH, phase, preview }, [{ type: 'release' }]];
}

function lose(state: PlayerState, loss: Loss): Transition {
  if (!wantsSound(state.phase) || state.streamId === null) return [state, []];
  const attempt = state.attempt + (loss.atOutput ? OUTPUT_ATTEMPTS : 1);
  return [
    {
      ...state,
      phase: loss.online ? 'reconnecting' : 'offline',
      attempt,
      outputFailures: loss.atOutput ? state.outputFailures + 1 : 0,
      refusal: loss.refusal ?? null,
    },
    [{ type: 'retry', streamId: state.streamId, attempt }],
  ];
}

function comeOnline(state: PlayerState): Transition {
  if ((state.phase !== 'offline' && state.phase !== 'reconnecting') || state.streamId === null)
    return [state, []];
  return [{ ...state, phase: 'reconnecting' }, [{ type: 'retry-now', streamId: state.streamId }]];
}

function beginPreview(state: PlayerState, preview: BegunPreview): Transition {
  const last = state.preview;
  const resume = last?.resume ?? wantsSound(state.phase);
  const rested = preview.kind === 'episode' ? undefined : last?.start ? last : last?.rested;
  const phase = wantsSound(state.phase) ? 'paused' : state.phase;
  return [{ ...state, ...FRESH, phase, preview: { ...preview, resume, rested } }, [{ type: 'release' }]];
}

function endPreview(state: PlayerState): Transition {
  if (state.preview === null) return [state, []];
  const { resume, rested } = state.preview;
  if (rested) return [{ ...state, preview: { ...rested, resume } }, []];
  const next = { ...state, preview: null };
  return resume ? play(next, state.streamId ?? DEFAULT_STREAM) : [next, []];
}

function clampVolume(volume: number): number {
  return Number.isFinite(volume) ? Math.min(1, Math.max(0, Math.round(volume * 100) / 100)) : DEFAULT_VOLUME;
}
