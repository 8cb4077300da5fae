/** One frame to go on air: `bytes` from `start` to `end`. */
export interface FrameView {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Frames one after the other. Once `next` has said `frame`, the source itself is the view on that frame,
 * until `next` is called again.
 */
export interface FrameSource extends FrameView, Disposable {
  /**
   * `starved`: there are more, but they are not read yet, and `refilled` tells when they are. `end`: no more,
   * or none that can be read.
   */
  next(): 'frame' | 'end' | 'starved';
  refilled(): Promise<void>;
  /** Why it ended too early; null when it did not. */
  readonly fault: Error | null;
  /** The frame that members hear at the same time; left out where it is the same. */
  readonly member?: FrameView;
}
