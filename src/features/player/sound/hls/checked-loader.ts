import Hls, { type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js/light';

/**
 * Takes what is neither a playlist nor sound for an answer that did not come. A network that asks to sign in, or a
 * proxy in trouble, answers every address with a page of its own, or with nothing: hls.js gives a stream up for such a
 * playlist, with all that is left to hear, and asks for such a segment a hundred times a second [R191].
 */
export class CheckedLoader extends Hls.DefaultConfig.loader {
  override load(
    context: LoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<LoaderContext>,
  ): void {
    super.load(context, config, {
      ...callbacks,
      onSuccess(answer, stats, asked, details) {
        if (isWanted(answer.data)) callbacks.onSuccess(answer, stats, asked, details);
        else callbacks.onError({ code: 0, text: 'no answer of the radio’s' }, asked, details, stats);
      },
    });
  }
}

const ID3 = 0x49;
const SYNC = 0xff;

/** Whether an answer is a playlist with segments, or frames of MP3 with or without a tag before them. */
export function isWanted(data: unknown): boolean {
  if (typeof data === 'string') return data.startsWith('#EXTM3U') && data.includes('#EXTINF');
  if (!(data instanceof ArrayBuffer)) return false;
  const [first] = new Uint8Array(data, 0, Math.min(1, data.byteLength));
  return first === ID3 || first === SYNC;
}
