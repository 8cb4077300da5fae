import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { fullTitle } from '#src/contract/titles.ts';
import { loadDiary } from '#src/features/diary/diary-calls.ts';
import { player } from '#src/features/player/player-store.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import type { StreamFacts } from '#src/page/on-air/stream-facts.wire.ts';
import { session } from '#src/page/session/session-store.ts';
import { browserQueryClient } from '#src/page/wire/query-client.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { diaryNotes } from './diary-notes.ts';
import { heardSender } from './heard-store.ts';
import { ListeningMeter, type OnAir } from './listening-meter.ts';

const LOOK_EVERY_MS = 1_000;
const ASK_AGAIN_MS = 60_000;

const meter = new ListeningMeter();
let streams: readonly StreamFacts[] = [];
let isStarted = false;
let owner: string | null = null;
let isOn = false;
/** The server's clock less this browser's. */
let aheadMs = 0;

/**
 * Notes from now on what the member who is signed in listens to, if their diary is on. Call it once something sounds.
 * @param known the station's streams
 */
export function keepDiary(known: readonly StreamFacts[]): void {
  streams = known;
  if (isStarted) return;
  isStarted = true;
  diaryNotes.subscribe(readSwitch);
  addEventListener('storage', readSwitch);
  session.subscribe(followMember);
  followMember();
  systemClock.every(LOOK_EVERY_MS, look);
  const send = () => void heardSender.send();
  addEventListener('online', send);
  addEventListener('pagehide', send);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
}

function followMember(): void {
  const member = session.getState().user?.id ?? null;
  if (member === owner) return;
  owner = member;
  meter.forget();
  diaryNotes.forgetOthers(owner);
  readSwitch();
  askServer();
}

function readSwitch(): void {
  isOn = owner !== null && diaryNotes.read(owner).isOn === true;
  if (!isOn) meter.forget();
}

/** Another device may have switched it since, and the clock here may be wrong. Until the answer the notes decide. */
function askServer(): void {
  const asked = owner;
  if (asked === null) return;
  const notes = diaryNotes.read(asked);
  loadDiary({ limit: 0, before: null }).then(
    ({ enabled, now }) => {
      aheadMs = Date.parse(now) - systemClock.nowMs();
      if (owner !== asked) return;
      diaryNotes.learnOn(asked, enabled, notes);
      heardSender.send();
    },
    () => systemClock.after(ASK_AGAIN_MS, () => owner === asked && askServer()),
  );
}

function look(): void {
  if (owner === null || !isOn) return;
  const { phase, streamId, muted, volume } = player.getState();
  const heard = meter.look({
    atMs: systemClock.monotonicMs(),
    serverMs: systemClock.nowMs() + aheadMs,
    streamId,
    isHeard: phase === 'playing' && !muted && volume > 0,
    soundSeconds: player.soundSeconds,
    onAir: onAirOf(streams.find(({ id }) => id === streamId)?.version),
  });
  if (heard === null) return;
  diaryNotes.note(owner, heard);
  heardSender.sendLater();
}

function onAirOf(version: string | undefined): OnAir | null {
  const tracks = browserQueryClient.getQueryData<NowPlaying[]>(nowPlayingQuery.queryKey);
  const track = tracks?.find((one) => one.version === version);
  if (track === undefined || track.slug === '') return null;
  return {
    fullTitle: fullTitle(track.artiste, track.titre),
    startedMs: Date.parse(track.started_at),
    durationMs: track.duration * 1000,
  };
}
