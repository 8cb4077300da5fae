import {
  HLS_KEPT_MS,
  isHlsWanted,
  keepHlsUntil,
  readTransportWish,
  type Transport,
} from '#src/features/player/state/transport-wish.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** [R187] Attempts in a row without a sound, while the server can be reached, after which the other way is tried. */
export const SILENT_ATTEMPTS_MAX = 3;

/** Says by which transport the radio is to be heard [R186]. */
export class TransportChoice {
  readonly #storage: BrowserStorage;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #canHls: boolean;
  #silentAttempts = 0;
  /** What storage did not keep. */
  #hlsUntilMs = 0;

  /** @param canHls whether this browser can be given segments at all */
  constructor(storage: BrowserStorage, clock: Pick<Clock, 'nowMs'>, canHls: boolean) {
    this.#storage = storage;
    this.#clock = clock;
    this.#canHls = canHls;
  }

  get now(): Transport {
    const isWanted = isHlsWanted(this.#storage, this.#clock.nowMs(), this.#hlsUntilMs);
    return this.#canHls && isWanted ? 'hls' : 'progressive';
  }

  /** Whether what is found out decides. */
  get isAutomatic(): boolean {
    return this.#canHls && readTransportWish(this.#storage) === 'automatic';
  }

  /** Something is heard. */
  noteSound(): void {
    this.#silentAttempts = 0;
  }

  /** An attempt by a transport brought no sound, though the server could be reached. */
  noteSilence(transport: Transport): void {
    if (transport !== this.now || !this.isAutomatic) return;
    this.#silentAttempts += 1;
    if (this.#silentAttempts < SILENT_ATTEMPTS_MAX) return;
    this.#silentAttempts = 0;
    const untilMs = transport === 'hls' ? 0 : this.#clock.nowMs() + HLS_KEPT_MS;
    this.#hlsUntilMs = keepHlsUntil(this.#storage, untilMs) ? 0 : untilMs;
  }
}
