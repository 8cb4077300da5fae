import type { StreamId } from '#src/contract/streams.ts';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { browserHls, type Hls } from './browser-hls.ts';
import { SILENT_MS } from './first-sound.ts';
import { playlistAddress } from './hls/hls-player.ts';
import { LiveSound, RENEW_AGAIN_MS } from './live-sound.ts';
import { LockScreenHold } from './lock-screen-hold.ts';
import type { MediaElement } from './media-element.ts';
import type { Asked, ChangeableSound, Sound, SoundEvent, SoundPlace, SoundSurroundings } from './sound.ts';
import { TransportChoice } from './transport-choice.ts';

/**
 * The sound by the transport that is chosen [R186]. Another choice goes on with what is heard: the one that sounds
 * does so until the next one does. A press waits for the scripts of segments, since whoever has begun continuously
 * would hear ten seconds twice.
 */
export class ChosenSound implements Sound {
  readonly #around: SoundSurroundings;
  readonly #asked: Asked;
  readonly #report: (event: SoundEvent) => void;
  readonly #browser: Hls;
  readonly #choice: TransportChoice;
  readonly #progressive: ChangeableSound;
  readonly #hold: LockScreenHold;
  /** Null until its scripts are there. */
  #hls: ChangeableSound | null = null;
  /** Rejects when they cannot be fetched; null while nobody has asked for them. */
  #loading: Promise<void> | null = null;
  #current: ChangeableSound;
  /** Takes the place of the current one once it sounds. */
  #coming: ChangeableSound | null = null;
  /** Whether that one has left something out, which is said once it is heard. */
  #hasComingLeapt = false;
  /** The stream that is to be heard; null when none is. */
  #streamId: StreamId | null = null;
  #silence: Disposable | null = null;
  /** Tries again what has not come. */
  #retrying: Disposable | null = null;
  #isAsking = false;
  #hasSounded = false;
  /** Whether the server has said that it lets nobody in for a while. */
  #isFull = false;
  /** Whether nothing is opened until the scripts of segments are there. */
  #isWaiting = false;
  /** The pass that a stream was opened with last. */
  #pass: { readonly streamId: StreamId; readonly query: string } | null = null;

  constructor(
    around: SoundSurroundings,
    asked: Asked,
    report: (event: SoundEvent) => void,
    browser: Hls = browserHls(),
  ) {
    this.#around = {
      ...around,
      streamUrl: (streamId) => this.#withPass(streamId, around.streamUrl(streamId)),
    };
    this.#asked = asked;
    this.#report = report;
    this.#browser = browser;
    this.#hold = new LockScreenHold(around.pool);
    this.#choice = new TransportChoice(around.storage ?? FORGETFUL, around.clock, browser.isThere);
    const progressive: ChangeableSound = new LiveSound(this.#around, asked, (event) =>
      this.#hear(event, progressive),
    );
    this.#progressive = this.#current = progressive;
    if (this.#isHlsChosen) this.#fetchHls();
  }

  get seconds(): number | null {
    return this.#current.seconds;
  }

  get isSounding(): boolean {
    return this.#current.isSounding;
  }

  get place(): SoundPlace | null {
    return this.#current.place;
  }

  connect(streamId: StreamId): void {
    this.#hold.end();
    if (streamId !== this.#streamId) this.#isFull = false;
    this.#streamId = streamId;
    this.#beginSilence();
    this.#isWaiting = false;
    if (this.#change(streamId)) return;
    this.#isWaiting = this.#isHlsChosen && this.#hls === null && !this.isSounding;
    if (!this.#isWaiting) this.#current.connect(streamId);
    // iOS lets an element sound later that a gesture has had loaded: giving it back does.
    else this.#around.pool.release(this.#around.pool.acquireOrReclaim());
  }

  /** Opens what can be opened at once, in place of segments whose scripts do not come. */
  #waitNoLonger(): void {
    if (this.#isWaiting && this.#streamId !== null) this.#current.connect(this.#streamId);
    this.#isWaiting = false;
  }

  renew(streamId: StreamId): void {
    if (this.#change(streamId)) return;
    const renewCurrent = () => this.#current.renew(streamId);
    // What is about to be replaced need not be renewed, unless it is not replaced.
    if (this.#isHlsChosen && this.#hls === null) this.#loading?.catch(renewCurrent);
    else renewCurrent();
  }

  goLive(streamId: StreamId): void {
    this.#current.goLive(streamId);
  }

  adopt(element: MediaElement): void {
    this.#streamId = this.#asked().streamId;
    if (this.#streamId !== null) this.#withPass(this.#streamId, element.src);
    this.#beginSilence();
    this.#progressive.adopt(element);
  }

  applyLevel(): void {
    this.#current.applyLevel();
    this.#coming?.applyLevel();
  }

  release(): void {
    this.#hold.end();
    this.#streamId = this.#pass = null;
    this.#isWaiting = this.#isFull = false;
    this.#endSilence();
    this.#dropComing();
    this.#current.release();
  }

  holdLockScreen(): void {
    this.#hold.begin();
  }

  /**
   * Goes over to what is chosen.
   * @returns false when that is heard already, or cannot be yet
   */
  #change(streamId: StreamId): boolean {
    const wanted = this.#wanted;
    if (wanted === (this.#coming ?? this.#current)) return false;
    if (this.#coming) {
      // Changed back before it was heard.
      this.#dropComing();
      return false;
    }
    this.#isWaiting = false;
    const before = this.#current;
    const fromMs = before.place?.heardMs ?? before.lostAtMs;
    this.#hasComingLeapt = false;
    if (before.isSounding) this.#coming = wanted;
    else {
      before.release();
      this.#current = wanted;
    }
    wanted.goOn(streamId, fromMs);
    return true;
  }

  get #wanted(): ChangeableSound {
    if (!this.#isHlsChosen) return this.#progressive;
    this.#fetchHls();
    return this.#hls ?? this.#current;
  }

  /** A stream of another server has no segments. */
  get #isHlsChosen(): boolean {
    const hasSegments = this.#streamId === null || this.#playlistOf(this.#streamId) !== null;
    return hasSegments && this.#choice.now === 'hls';
  }

  /**
   * Whoever signs out goes on with what they hear, by the pass that it was opened with: a break would become an advert
   * from its middle [R52].
   */
  #withPass(streamId: StreamId, address: string): string {
    const [query] = /&noads=[^&]*/.exec(address) ?? [];
    if (query !== undefined) this.#pass = { streamId, query };
    else if (this.#pass?.streamId === streamId) return address + this.#pass.query;
    else this.#pass = null;
    return address;
  }

  #playlistOf(streamId: StreamId): string | null {
    return playlistAddress(this.#around.streamUrl(streamId));
  }

  #fetchHls(): void {
    if (this.#loading !== null) return;
    this.#loading = this.#browser.load().then(({ HlsSound, openPlayer }) => {
      const hls: ChangeableSound = new HlsSound(
        this.#around,
        this.#asked,
        (event) => this.#hear(event, hls),
        openPlayer,
      );
      this.#hls = hls;
      this.#changeSoon();
    });
    this.#loading.catch(() => {
      // The next connection asks again.
      this.#loading = null;
      this.#waitNoLonger();
    });
  }

  /** What sounds is gone on with once it is known where it is; what does not is no loss. */
  #changeSoon(): void {
    if (this.#streamId === null) return;
    if (!this.#current.isSounding || this.#current.place?.heardMs != null) this.#change(this.#streamId);
  }

  #hear(event: SoundEvent, from: ChangeableSound): void {
    if (from === this.#coming) {
      this.#hearComing(event, from);
      return;
    }
    if (from !== this.#current) return;
    if (event.type === 'sounding' || event.type === 'steady') {
      this.#hasSounded = true;
      this.#choice.noteSound();
      this.#endSilence();
    }
    this.#report(event);
    if (event.type === 'steady') this.#changeSoon();
    if (event.type !== 'lost') return;
    // Until the next attempt no silence tells of anything.
    this.#endSilence();
    this.#isFull = event.refusal !== undefined && !event.isAsked;
    if (event.online && !event.atOutput) void this.#noteSilence();
  }

  #hearComing(event: SoundEvent, from: ChangeableSound): void {
    const before = this.#current;
    const isRefused = event.type === 'refused';
    if (event.type === 'sounding' || isRefused) {
      const fromMs = before.place?.heardMs ?? before.lostAtMs;
      this.#coming = null;
      // The element that the browser lets sound is the last one to be free.
      if (isRefused) from.release();
      // While it is still the current one: what it takes back is heard.
      before.release();
      this.#current = from;
      if (isRefused && this.#streamId !== null) from.goOn(this.#streamId, fromMs);
      else this.#report(event);
      if (this.#hasComingLeapt && !isRefused) this.#report({ type: 'leapt' });
    } else if (event.type === 'leapt') this.#hasComingLeapt = true;
    else if (event.type === 'lost') {
      this.#dropComing();
      this.#retrying?.[Symbol.dispose]();
      this.#retrying = this.#around.clock.after(RENEW_AGAIN_MS, () => this.#changeSoon());
    }
  }

  #dropComing(): void {
    const coming = this.#coming;
    this.#coming = null;
    coming?.release();
  }

  #beginSilence(): void {
    this.#endSilence();
    this.#silence = this.#around.clock.every(SILENT_MS, () => void this.#noteSilence());
  }

  #endSilence(): void {
    this.#silence?.[Symbol.dispose]();
    this.#silence = null;
  }

  /** An attempt that brought no sound counts when the server can be reached [R187]. */
  async #noteSilence(): Promise<void> {
    this.#waitNoLonger();
    // It is asked when it has said [R239]; and whoever asks for a playlist takes a place.
    if (this.#isFull) return;
    const streamId = this.#streamId;
    const playlist = streamId && this.#playlistOf(streamId);
    if (!playlist || !this.#choice.isAutomatic || this.isSounding || !this.#around.isOnline()) return;
    // Of a tab that was opened behind others, browsers keep the sound back until it is seen [R235].
    if (this.#isAsking || !(this.#hasSounded || this.#browser.isSeen())) return;
    const silent = this.#current;
    this.#isAsking = true;
    const isReachable = await this.#browser.isReachable(playlist);
    this.#isAsking = false;
    if (!isReachable || streamId !== this.#streamId || silent !== this.#current || this.isSounding) return;
    this.#choice.noteSilence(silent === this.#progressive ? 'progressive' : 'hls');
    this.#change(streamId);
  }
}

/** Keeps nothing. */
const FORGETFUL = new BrowserStorage(() => {
  throw new Error('Nothing is kept here.');
});
