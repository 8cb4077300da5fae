/** The part of an `HTMLAudioElement` that the player uses: its edge to the browser. */
export interface MediaElement {
  src: string;
  currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly error: { readonly code: number; readonly message: string } | null;
  volume: number;
  muted: boolean;
  playbackRate: number;
  preservesPitch: boolean;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: string): void;
  addEventListener(type: MediaEvent, listener: () => void): void;
  removeEventListener(type: MediaEvent, listener: () => void): void;
}

export const MEDIA_EVENTS = ['playing', 'waiting', 'ended', 'error', 'pause', 'durationchange'] as const;
/** The events by which a stream is watched. */
export type StreamEvent = (typeof MEDIA_EVENTS)[number];
export type MediaEvent = StreamEvent | 'progress';

/** `MediaError.MEDIA_ERR_DECODE`: the bytes are there, but the device does not turn them into sound. */
const MEDIA_ERR_DECODE = 3;

/** Whether the device did not play what had come. */
export function hasFailedAtOutput({ error }: MediaElement): boolean {
  return error?.code === MEDIA_ERR_DECODE;
}

/** Stops the element and drops its source, so that no further byte is fetched. */
export function unload(element: MediaElement): void {
  element.pause();
  element.removeAttribute('src');
  element.load();
}
