import { DEFAULT_VOLUME } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';

/**
 * The player's phase as the listener sees it: `idle` nothing asked for yet · `connecting` asked, no sound yet
 * · `playing` sound is heard · `paused` by the listener · `reconnecting` sound lost, being fetched again ·
 * `offline` the same while the device has no network · `blocked` a press was refused by the browser.
 */
export type PlayerPhase =
  | 'idle'
  | 'connecting'
  | 'playing'
  | 'paused'
  | 'reconnecting'
  | 'offline'
  | 'blocked';

export interface PlayerState {
  readonly phase: PlayerPhase;
  /** The chosen stream; null until one is chosen. */
  readonly streamId: StreamId | null;
  /** Losses since the sound was last steady; also the number of the attempt under way to get it back. */
  readonly attempt: number;
  /** How many of the latest losses in a row were the device's: the sound had come and was not played. */
  readonly outputFailures: number;
  /** Why the server let nobody in at the latest attempt, in its own words; null where it did not say. */
  readonly refusal: string | null;
  /** 0 to 1. */
  readonly volume: number;
  /** At a volume of 0, too [R237]. */
  readonly muted: boolean;
  /** How far what is heard is behind what is on air, in whole seconds; 0 while that is not far [R171]. */
  readonly behindSeconds: number;
  /** How often music was left out, since too much of it had been missed. */
  readonly leaps: number;
  /** What plays in the main player's place; null when nothing does. */
  readonly preview: Preview | null;
}

/** A track's 51 seconds, or an episode, which takes an hour and can be sought. */
export type PreviewKind = 'track' | 'episode';

/** A track as the player shows it: its names, the way to its page, its picture. */
export interface ShownTrack {
  /** Full title, `artist - title`. */
  readonly titre: string;
  /** '' when unknown. */
  readonly artist: string;
  readonly title: string;
  /** '' for what stands in for adverts: it has no page. */
  readonly slug: string;
  readonly pochette: string;
}

/** What is about to take the radio's place. */
export interface PreviewFacts {
  readonly title: string;
  readonly kind: PreviewKind;
  /** The track that it is of; an episode has none. */
  readonly track?: ShownTrack | undefined;
  /** Pauses it and offers to go on. An episode alone has it. */
  readonly pause?: (() => void) | undefined;
}

export interface Preview extends PreviewFacts {
  /** Whether the main player goes on when it ends, or what it leaves in its place does. */
  readonly resume: boolean;
  /** The paused episode that is offered again when it ends: the radio waits until that has ended, too. */
  readonly rested?: Preview | undefined;
  /** Starts it. Present while an episode is only offered and nothing sounds. */
  readonly start?: (() => void) | undefined;
}

export const INITIAL_PLAYER_STATE: PlayerState = {
  phase: 'idle',
  streamId: null,
  attempt: 0,
  outputFailures: 0,
  refusal: null,
  volume: DEFAULT_VOLUME,
  muted: false,
  behindSeconds: 0,
  leaps: 0,
  preview: null,
};

/** One failure may be a headset that was switched off: the browser then takes the next device. */
const OUTPUT_FAILURES_TOLD = 3;

/** Whether the listener has asked for sound and not taken it back. */
export function wantsSound(phase: PlayerPhase): boolean {
  return phase === 'connecting' || phase === 'playing' || phase === 'reconnecting' || phase === 'offline';
}

/** Whether a press on the play button of `streamId` means pause now. */
export function pressMeansPause(state: PlayerState, streamId: StreamId | undefined): boolean {
  const same = streamId === undefined || streamId === state.streamId;
  return same && wantsSound(state.phase) && state.phase !== 'offline';
}

/** Whether the stream is heard: it plays, and not without volume. */
export function isAudible({ phase, muted }: PlayerState): boolean {
  return phase === 'playing' && !muted;
}

/** Whether anything is heard: the stream, or what plays in its place. */
export function isHeard({ phase, preview }: PlayerState): boolean {
  return preview ? !preview.start : phase === 'playing';
}

/** Whether nothing is heard because this device has no sound output, as far as a browser shows that. */
export function lacksOutput({ phase, outputFailures }: PlayerState): boolean {
  return wantsSound(phase) && outputFailures >= OUTPUT_FAILURES_TOLD;
}

/** What this browser keeps of how the sound comes stands under it; `transport-wish.ts` reads it. */
export const TRANSPORT_KEY = 'onde-transport';

/** Where a tab keeps the stream that is paused in it. */
export const PAUSED_KEY = 'onde-paused';
