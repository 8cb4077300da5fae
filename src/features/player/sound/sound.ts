import type { StreamId } from '#src/contract/streams.ts';
import type { PlayerEvent } from '#src/features/player/state/player-rules.ts';
import type { PlayerState } from '#src/features/player/state/player-state.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { AudioPool } from './audio-pool.ts';
import type { MediaElement } from './media-element.ts';

/** The surroundings of the sound. */
export interface SoundSurroundings {
  readonly clock: Clock;
  readonly pool: AudioPool;
  /** Address of a stream for one connection, never the same twice. */
  streamUrl(streamId: StreamId): string;
  isOnline(): boolean;
  /** 0 to 1 */
  random(): number;
  /** Where choices of this browser are kept; left out where none are made. */
  readonly storage?: BrowserStorage;
  /**
   * Fetches a document within the time of a call.
   * @throws when there is no answer that can be read
   */
  fetchJson(address: string): Promise<{ readonly status: number; readonly reply: unknown }>;
  /** Why a connection was lost. */
  log(message: string): void;
}

/** A stream as guests hear it, or as members do. */
export type Variant = 'guest' | 'member';

/** What happens to the sound, whichever connection it comes from. */
export type SoundEvent = Extract<
  PlayerEvent,
  { type: 'sounding' | 'steady' | 'refused' | 'pause' | 'lost' | 'behind' | 'leapt' }
>;

/** What is asked of the sound: its volume, for each new element and when `applyLevel` is called, and its stream. */
export type Asked = () => Pick<PlayerState, 'volume' | 'muted' | 'streamId'>;

/** Where what sounds stands on the timeline of its stream. */
export interface SoundPlace {
  /** Milliseconds since the Unix epoch; null until known. */
  readonly heardMs: number | null;
  readonly variant: Variant;
  /** Asks now; resolves once there is an answer, or none. */
  askAgain(): Promise<void>;
}

/** The live sound of a page. */
export interface Sound {
  /** Seconds of sound that the present connection has played; null without one. */
  readonly seconds: number | null;
  readonly isSounding: boolean;
  /** Where what sounds stands on the timeline; null when nothing sounds, or while that is not known. */
  readonly place: SoundPlace | null;
  /** Opens a stream; what sounds goes on until the new connection does, where the browser allows two. */
  connect(streamId: StreamId): void;
  /** Opens the stream that sounds anew; not where a second connection is refused. */
  renew(streamId: StreamId): void;
  /** Goes on with an element on which `play` has been called already. */
  adopt(element: MediaElement): void;
  /** Opens the stream live, however far behind what sounds is. */
  goLive(streamId: StreamId): void;
  applyLevel(): void;
  release(): void;
  /** Keeps the lock screen for what was released, until something is opened or released again. */
  holdLockScreen?(): void;
}

/** A sound by one transport, which another one can go on with. */
export interface ChangeableSound extends Sound {
  /** The instant up to which was heard what has been lost; null when there is nothing to go on with. */
  readonly lostAtMs: number | null;
  /** Opens a stream at an instant, which is then heard further; live for null. */
  goOn(streamId: StreamId, fromMs: number | null): void;
}

/** A sound whose script is fetched once something sounds. */
export type LateSound = new (
  around: SoundSurroundings,
  asked: Asked,
  report: (event: SoundEvent) => void,
) => Sound;

/** The surroundings of the player, which carries out what is decided of the sound. */
export interface PlayerSurroundings extends SoundSurroundings {
  /**
   * Calls back once the script is there that watches over the sound, however long that takes.
   * @param isNeeded whether nothing sounds before
   */
  whenLate(use: (script: LateSound) => void, isNeeded: boolean): void;
  /** Silences other media of the page. */
  stopOthers(): void;
  silenceOtherTabs(): void;
}
