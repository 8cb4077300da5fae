import { CALL_TIMEOUT_MS } from '#src/contract/limits.ts';
import { canSink } from './feed/sound-sink.ts';
import type { OpenHls } from './hls/hls-player.ts';
import type { HlsSound } from './hls/hls-sound.ts';

/** The scripts of the other transport. */
export interface HlsScripts {
  readonly HlsSound: typeof HlsSound;
  readonly openPlayer: OpenHls;
}

/** The browser's ways to hear segments. */
export interface Hls {
  /** Whether there is one. */
  readonly isThere: boolean;
  /** Rejects when the scripts cannot be fetched. */
  load(): Promise<HlsScripts>;
  /** Says whether a playlist can be had at this moment. */
  isReachable(playlist: string): Promise<boolean>;
  /** Whether the page can be seen. */
  isSeen(): boolean;
}

const PLAYLIST_TYPES = ['application/vnd.apple.mpegurl', 'audio/mpegurl'];
/** MP3 in the frame that engines take where they do not take it bare. */
const FRAMED_TYPE = 'audio/mp4; codecs="mp3"';

/**
 * Scripts where the browser takes frames from them; else the engine's own HLS, as on iPhones [R189]; else scripts that
 * frame what they hand over.
 */
export function browserHls(): Hls {
  const isNative = !canSink() && PLAYLIST_TYPES.some((type) => new Audio().canPlayType(type) !== '');
  const canFrame = globalThis.MediaSource?.isTypeSupported(FRAMED_TYPE) ?? false;
  return {
    isThere: canSink() || isNative || canFrame,
    async load() {
      const [{ HlsSound }, openPlayer] = await Promise.all([
        import('./hls/hls-sound.ts'),
        isNative
          ? import('./hls/native-hls-player.ts').then((script) => script.openNativeHls)
          : import('./hls/hls-js-player.ts').then((script) => script.openHlsJs),
      ]);
      return { HlsSound, openPlayer };
    },
    async isReachable(playlist) {
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      const answer = await fetch(playlist, { cache: 'no-store', signal }).catch(() => null);
      const text = answer?.ok ? await answer.text().catch(() => '') : '';
      return text.startsWith('#EXTM3U');
    },
    isSeen: () => document.visibilityState === 'visible',
  };
}
