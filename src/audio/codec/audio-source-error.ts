/**
 * Why a file gives no usable audio: `not-audio` (no audio format, or one without sound), `unreadable` (the
 * system does not let it be read), `broken` (too much of it is damaged), `cut-off` (its header promises
 * more), `too-long`.
 */
export type AudioFault = 'not-audio' | 'unreadable' | 'broken' | 'cut-off' | 'too-long';

export class AudioSourceError extends Error {
  override readonly name = 'AudioSourceError';
  readonly fault: AudioFault;

  constructor(fault: AudioFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
