/** Stereo samples at 44.1 kHz, full scale ±1; both channels of the same length. */
export interface StereoPcm {
  left: Float32Array;
  right: Float32Array;
}
