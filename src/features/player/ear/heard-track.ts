import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { useNowPlaying } from '#src/page/on-air/use-now-playing.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';

/** A track, or an interlude, whose slug is '', with when it began on the timeline. */
export type HeardPiece = Omit<NowPlaying, 'version'>;

/** What a listener hears of a stream. */
export interface HeardTrack {
  readonly streamId: StreamId;
  /** Null when what is heard has no name. */
  readonly track: HeardPiece | null;
  /** The radio has not answered yet since the stream sounds: what is on air stands for what is heard. */
  readonly isGuess: boolean;
}

/** What is heard, for everything that shows or acts on it; null while nothing is. `EarClock` says it. */
export const heardTrackOf = onePerPage(() => new ObservableValue<HeardTrack | null>(null));

/** The track that is heard of a stream [R157]: of one that does not play, the one on air. Null while it is unknown. */
export function useHeardTrack(streamId: StreamId): HeardPiece | null {
  const onAir = useNowPlaying(streamId);
  const heard = heardTrackOf(useBrowser());
  const read = () => {
    const now = heard.read();
    return now?.streamId === streamId ? now.track : undefined;
  };
  const track = useObserved(heard, read, () => undefined);
  return track === undefined ? onAir : track;
}

/** Whether the track that is heard of a stream is more than a guess. */
export function useIsHeardKnown(streamId: StreamId): boolean {
  const heard = heardTrackOf(useBrowser());
  const read = () => {
    const now = heard.read();
    return now?.streamId === streamId && !now.isGuess;
  };
  return useObserved(heard, read, () => false);
}
