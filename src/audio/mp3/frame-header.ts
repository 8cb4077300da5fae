/** MPEG audio frame headers, as ISO/IEC 11172-3 §2.4.1.3 and 13818-3 lay them out. */

export type ChannelMode = 'stereo' | 'joint-stereo' | 'dual-channel' | 'mono';

export interface FrameHeader {
  /** 2.5 is the unofficial extension to 8–12 kHz. */
  version: 1 | 2 | 2.5;
  layer: 1 | 2 | 3;
  /** Bits per second. */
  bitRate: number;
  /** Hertz. */
  sampleRate: number;
  channelMode: ChannelMode;
  /** Whether two bytes of checksum follow the header. */
  hasChecksum: boolean;
  /** Samples of each channel that the frame decodes to. */
  samples: number;
  /** Bytes of the whole frame, header included. */
  sizeBytes: number;
}

export const HEADER_BYTES = 4;

const VERSIONS = [2.5, null, 2, 1] as const;
const LAYERS = [null, 3, 2, 1] as const;
const CHANNEL_MODES = ['stereo', 'joint-stereo', 'dual-channel', 'mono'] as const;
const SAMPLE_RATES = {
  1: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  2.5: [11_025, 12_000, 8_000],
};

/** kbit/s by index; 0 is the free format, which no broadcast uses. */
const BIT_RATES = {
  v1layer1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1layer2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1layer3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2layer1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2layer23: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Reads the header at `offset`; null where no complete, valid header is (free format counts as invalid). */
export function parseFrameHeader(bytes: Uint8Array, offset: number): FrameHeader | null {
  const b0 = bytes[offset];
  const b1 = bytes[offset + 1];
  const b2 = bytes[offset + 2];
  const b3 = bytes[offset + 3];
  if (b0 === undefined || b1 === undefined || b2 === undefined || b3 === undefined) return null;
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0) return null;

  const version = VERSIONS[(b1 >> 3) & 3];
  const layer = LAYERS[(b1 >> 1) & 3];
  if (!version || !layer) return null;
  const bitRate = (bitRatesOf(version, layer)[b2 >> 4] ?? 0) * 1000;
  const sampleRate = SAMPLE_RATES[version][(b2 >> 2) & 3];
  const channelMode = CHANNEL_MODES[b3 >> 6];
  if (bitRate === 0 || sampleRate === undefined || channelMode === undefined) return null;

  const padding = (b2 >> 1) & 1;
  const samples = samplesOf(version, layer);
  const slotBytes = layer === 1 ? 4 : 1;
  const slots = Math.floor(((samples / 8 / slotBytes) * bitRate) / sampleRate) + padding;
  return {
    version,
    layer,
    bitRate,
    sampleRate,
    channelMode,
    hasChecksum: (b1 & 1) === 0,
    samples,
    sizeBytes: slots * slotBytes,
  };
}

function bitRatesOf(version: 1 | 2 | 2.5, layer: 1 | 2 | 3): readonly number[] {
  if (version === 1) return BIT_RATES[`v1layer${layer}`];
  return layer === 1 ? BIT_RATES.v2layer1 : BIT_RATES.v2layer23;
}

function samplesOf(version: 1 | 2 | 2.5, layer: 1 | 2 | 3): number {
  if (layer === 1) return 384;
  return layer === 3 && version !== 1 ? 576 : 1152;
}
