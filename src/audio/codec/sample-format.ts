import { SAMPLE_RATE } from '../mp3/broadcast-format.ts';

/** FFmpeg filter that brings any audio to stereo at 44.1 kHz, as planar floats, on a gapless time line. */
export const BROADCAST_SAMPLES = `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo,asetpts=N/SR/TB`;
