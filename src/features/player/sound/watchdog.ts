/**
 * What a connection is doing: `connecting` no sound yet · `sounding` it is heard · `steady` and has been for
 * some seconds · `stalling` it was heard and stands still · `ending` the server has closed, what was buffered
 * still plays · `over` it is lost, refused or paused, and is watched no more.
 */
export type WatchPhase = 'connecting' | 'sounding' | 'steady' | 'stalling' | 'ending' | 'over';

/**
 * `sounding` sound is heard, for the first time or again · `steady` for some seconds · `stalling` it stands
 * still · `ending` the server has closed, the buffered rest still plays · `lost` no sound any more ·
 * `refused` the browser wants a gesture · `paused` the browser or the device stopped the element.
 */
export type ConnectionNews = 'sounding' | 'steady' | 'stalling' | 'ending' | 'lost' | 'refused' | 'paused';

/** What is seen of a media element, in milliseconds of a clock that never jumps and seconds of its sound. */
export type Observation =
  | { readonly type: 'look'; readonly atMs: number; readonly seconds: number }
  | { readonly type: 'playing'; readonly atMs: number; readonly seconds: number }
  /** The browser has nothing left to play. */
  | { readonly type: 'waiting'; readonly seconds: number }
  /** The server has closed: the length of the sound is known. */
  | { readonly type: 'closing' }
  | { readonly type: 'ended' }
  | { readonly type: 'failed' }
  | { readonly type: 'refused' }
  | { readonly type: 'paused' };

export interface Watch {
  readonly phase: WatchPhase;
  readonly seconds: number;
  readonly movedMs: number;
  readonly lookedMs: number;
  /** Where the sound began. */
  readonly soundedAtSeconds: number;
  /** Where the browser last said that nothing is left; null where it has not. */
  readonly driedAtSeconds: number | null;
  readonly hasBeenSteady: boolean;
  /** Whether the server closed while sound was heard; still so when that is over. */
  readonly hasEnded: boolean;
  /** Whether the device has had time to go on after a sleep: once, since background pages are always late. */
  readonly hasHadTime: boolean;
}

export const LOOK_EVERY_MS = 250;
/** [R173] Standstill that a listener hears: where the next frames can be had by hand, they are fetched. */
const STALL_MS = 500;
/** How far a sound that has run dry may seem to go on. */
const DRY_SECONDS = 0.05;
/** Standstill that counts as a loss: longer than the time between two writes of the server. */
const STILL_MS = 1_500;
/** This much sound shows that the way from the server to the loudspeaker is open. */
const STEADY_SECONDS = 5;
/**
 * The same until the sound is steady: a Bluetooth headset takes seconds to wake, and nothing moves meanwhile.
 */
const WAKING_MS = 5_000;
const CONNECT_TIMEOUT_MS = 10_000;

type Step = readonly [Watch, ConnectionNews | null];

export function beginWatch(atMs: number, seconds: number): Watch {
  return {
    phase: 'connecting',
    seconds,
    movedMs: atMs,
    lookedMs: atMs,
    soundedAtSeconds: 0,
    driedAtSeconds: null,
    hasBeenSteady: false,
    hasEnded: false,
    hasHadTime: false,
  };
}

/**
 * The whole behaviour of the watchdog, without time or sound. A browser may say nothing at all when the
 * server dies, and says `stalled` while all is well: so the only thing believed is whether the sound moves.
 */
export function observe(watch: Watch, seen: Observation): Step {
  if (watch.phase === 'over') return [watch, null];
  switch (seen.type) {
    case 'look':
      return look(watch, seen.atMs, seen.seconds);
    case 'playing':
      return watch.phase === 'connecting' ? sound(watch, seen.atMs, seen.seconds) : [watch, null];
    case 'waiting':
      return [{ ...watch, driedAtSeconds: seen.seconds }, null];
    case 'closing':
      if (watch.phase === 'ending') return [watch, null];
      return [watch.phase === 'connecting' ? watch : { ...watch, phase: 'ending', hasEnded: true }, 'ending'];
    case 'ended':
    case 'failed':
      return [{ ...watch, phase: 'over' }, 'lost'];
    case 'refused':
    case 'paused':
      return [{ ...watch, phase: 'over' }, seen.type];
  }
}

function look(watch: Watch, atMs: number, seconds: number): Step {
  const looked = { ...watch, lookedMs: atMs };
  if (watch.phase === 'steady' && hasRunDry(watch, seconds))
    return [{ ...looked, seconds, movedMs: atMs, phase: 'stalling' }, 'stalling'];
  if (seconds !== watch.seconds) return move({ ...looked, seconds, movedMs: atMs, hasHadTime: false });
  const isLate = atMs - watch.lookedMs > 4 * LOOK_EVERY_MS;
  if (isLate && !watch.hasHadTime) return [{ ...looked, movedMs: atMs, hasHadTime: true }, null];
  const stillMs = atMs - watch.movedMs;
  if (stillMs >= patienceMs(watch)) return [{ ...looked, phase: 'over' }, 'lost'];
  if (watch.phase === 'steady' && stillMs >= STALL_MS) return [{ ...looked, phase: 'stalling' }, 'stalling'];
  return [looked, null];
}

/** Whether the browser has said so, and the sound, all of which has left the loudspeaker by now, went no further. */
function hasRunDry({ driedAtSeconds }: Watch, seconds: number): boolean {
  return driedAtSeconds !== null && Math.abs(seconds - driedAtSeconds) < DRY_SECONDS;
}

function move(watch: Watch): Step {
  if (watch.phase === 'connecting') return sound(watch, watch.movedMs, watch.seconds);
  if (watch.phase === 'stalling') return [{ ...watch, phase: 'steady' }, 'sounding'];
  if (watch.phase !== 'sounding' || watch.seconds - watch.soundedAtSeconds < STEADY_SECONDS)
    return [watch, null];
  return [{ ...watch, phase: 'steady', hasBeenSteady: true }, 'steady'];
}

function sound(watch: Watch, atMs: number, seconds: number): Step {
  return [{ ...watch, phase: 'sounding', soundedAtSeconds: seconds, movedMs: atMs }, 'sounding'];
}

function patienceMs({ phase, hasBeenSteady }: Watch): number {
  if (phase === 'connecting') return CONNECT_TIMEOUT_MS;
  return hasBeenSteady ? STILL_MS : WAKING_MS;
}
