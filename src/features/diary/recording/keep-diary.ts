import { fullTitle } from '#src/contract/full-title.ts';
import { BURST_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { loadDiary } from '#src/features/diary/diary-calls.ts';
import { heardTrackOf } from '#src/features/player/ear/heard-track.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { diaryNotesOf } from './diary-notes.ts';
import { heardSenderOf } from './heard-sender.ts';
import { ListeningMeter, type TimedTrack } from './listening-meter.ts';
import { SwitchWatch } from './switch-watch.ts';

const LOOK_EVERY_MS = 1_000;

/** Notes what the member who is signed in listens to, if their diary is on. */
class DiaryKeeper {
  readonly #browser: Browser;
  readonly #meter = new ListeningMeter();
  readonly #switch: SwitchWatch;
  #owner: string | null = null;
  #isOn = false;

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#switch = new SwitchWatch({
      clock: browser.clock,
      isWanted: () => !this.#isOn && this.#owner !== null && playerOf(browser).getState().phase === 'playing',
      ask: () => this.#askServer(),
    });
    const session = sessionOf(browser);
    const readSwitch = () => this.#readSwitch();
    diaryNotesOf(browser).subscribe(readSwitch);
    addEventListener('storage', readSwitch);
    const follow = () => this.#followMember(session.getState().user?.id ?? null);
    session.subscribe(follow);
    follow();
    browser.clock.every(LOOK_EVERY_MS, () => this.#look());
    const send = () => void heardSenderOf(browser).send();
    addEventListener('online', send);
    addEventListener('pagehide', send);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') send();
    });
  }

  #followMember(member: string | null): void {
    if (member === this.#owner) return;
    this.#owner = member;
    this.#meter.forget();
    diaryNotesOf(this.#browser).forgetOthers(member);
    this.#readSwitch();
    this.#switch.begin();
  }

  #readSwitch(): void {
    this.#isOn = this.#owner !== null && diaryNotesOf(this.#browser).read(this.#owner).isOn === true;
    if (!this.#isOn) this.#meter.forget();
  }

  /**
   * Asks whether another device has switched the diary, and for the server's time, since the clock here may
   * be wrong. Until the answer the notes decide.
   */
  async #askServer(): Promise<void> {
    const browser = this.#browser;
    const asked = this.#owner;
    if (asked === null) return;
    const diaryNotes = diaryNotesOf(browser);
    const notes = diaryNotes.read(asked);
    const { enabled, now } = await loadDiary(browser, { limit: 0, before: null });
    const sender = heardSenderOf(browser);
    sender.aheadMs = Date.parse(now) - browser.clock.nowMs();
    if (this.#owner !== asked) return;
    diaryNotes.learnOn(asked, enabled, notes);
    void sender.send();
  }

  #look(): void {
    if (this.#owner === null || !this.#isOn) return;
    const { clock } = this.#browser;
    const player = playerOf(this.#browser);
    const { phase, streamId, muted, volume } = player.getState();
    const heard = this.#meter.look({
      atMs: clock.monotonicMs(),
      instantMs: player.heardMs ?? clock.nowMs() + heardSenderOf(this.#browser).aheadMs - BURST_MS,
      streamId,
      isHeard: phase === 'playing' && !muted && volume > 0,
      soundSeconds: player.soundSeconds,
      track: this.#trackOf(streamId),
    });
    if (heard === null) return;
    diaryNotesOf(this.#browser).note(this.#owner, heard);
    heardSenderOf(this.#browser).sendLater();
  }

  /** The track that is heard; null for none: what stands in for adverts enters no diary. */
  #trackOf(streamId: StreamId | null): TimedTrack | null {
    const heard = heardTrackOf(this.#browser).read();
    if (heard?.streamId !== streamId || !heard?.track?.slug) return null;
    const { artiste, titre, started_at, duration } = heard.track;
    return {
      fullTitle: fullTitle(artiste, titre),
      startedMs: Date.parse(started_at),
      durationMs: duration * 1000,
    };
  }
}

/** Keeps the diary from the first time it is asked for: once something sounds. */
export const diaryKeeperOf = onePerPage((browser) => new DiaryKeeper(browser));
