/** One frame to go on air: `bytes` from `start` to `end`. */
export interface FrameView {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Frames one after the other. After `next` said `frame` the source itself is the view on it, until the next `next`. */
export interface FrameSource extends FrameView, Disposable {
  /** `starved`: there are more, but they are not read yet; `refilled` tells when. `end`: no more, or none readable. */
  next(): 'frame' | 'end' | 'starved';
  refilled(): Promise<void>;
  /** Why it ended before its time; null when it did not. */
  readonly fault: Error | null;
  /** The frame that members hear meanwhile; left out where it is the same. */
  readonly member?: FrameView;
}
