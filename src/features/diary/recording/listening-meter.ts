import { DIARY_HEARD_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { HeardPlay } from '#src/features/diary/diary.wire.ts';

/** The track that is heard of the stream that is chosen. */
export interface TimedTrack {
  /** `artist - title` */
  readonly fullTitle: string;
  /** Milliseconds since the Unix epoch, by the server. */
  readonly startedMs: number;
  readonly durationMs: number;
}

/** The player at one instant. */
export interface Sound {
  /** From a clock that never jumps, in milliseconds. */
  readonly atMs: number;
  /** The instant of the timeline that is heard, milliseconds since the Unix epoch. */
  readonly instantMs: number;
  readonly streamId: StreamId | null;
  /** The stream plays, not muted and not at volume 0. A preview or an episode in its place is no stream. */
  readonly isHeard: boolean;
  /** How far the sound of this connection has come; null without one. */
  readonly soundSeconds: number | null;
  /** Null while it is unknown, or no track. */
  readonly track: TimedTrack | null;
}

interface Play extends TimedTrack {
  heardMs: number;
  isTold: boolean;
}

/**
 * Measures how long each play has really been listened to [A68]: the progress of its sound counts, but never
 * more than the time that passed. A play goes on counting after a pause or another stream.
 */
export class ListeningMeter {
  readonly #plays = new Map<StreamId, Play>();
  #before: Sound | null = null;

  /** Looks at the player, every second or so. Returns a play once: when it has been heard for long enough. */
  look(sound: Sound): HeardPlay | null {
    const before = this.#before;
    this.#before = sound;
    const { streamId, track, instantMs } = sound;
    if (streamId === null || track === null) return null;
    const play = this.#playOf(streamId, track);
    play.heardMs += Math.min(heardBetween(before, sound), ownPartMs(play, instantMs));
    if (play.isTold || play.heardMs < neededMs(play)) return null;
    play.isTold = true;
    return {
      stream_id: streamId,
      started_at: new Date(play.startedMs).toISOString(),
      full_title: play.fullTitle,
    };
  }

  /** Starts anew, for another member or a diary that is off. */
  forget(): void {
    this.#plays.clear();
    this.#before = null;
  }

  #playOf(streamId: StreamId, track: TimedTrack): Play {
    const known = this.#plays.get(streamId);
    if (known?.startedMs === track.startedMs && known.fullTitle === track.fullTitle) return known;
    const play = { ...track, heardMs: 0, isTold: track.durationMs <= 0 };
    this.#plays.set(streamId, play);
    return play;
  }
}

/** Returns how much of a play must be heard: of a short track, half. */
function neededMs({ durationMs }: TimedTrack): number {
  return Math.min(DIARY_HEARD_MS, durationMs / 2);
}

/** Returns the milliseconds of a stream's sound that were heard between two looks. */
function heardBetween(before: Sound | null, now: Sound): number {
  if (!before?.isHeard || !now.isHeard || before.streamId !== now.streamId) return 0;
  if (before.soundSeconds === null || now.soundSeconds === null) return 0;
  const moved = (now.soundSeconds - before.soundSeconds) * 1000;
  return Math.max(0, Math.min(moved, now.atMs - before.atMs));
}

/**
 * Returns how much of the play can have been heard: its title stays during the jingles and adverts after it.
 */
function ownPartMs({ startedMs, durationMs }: TimedTrack, instantMs: number): number {
  return instantMs <= startedMs + durationMs ? Math.max(0, instantMs - startedMs) : 0;
}
