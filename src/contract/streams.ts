/**
 * The ids of the eight streams; they are fixed. Names, texts, version keys and colours are the station's
 * [R1].
 */
export const STREAM_IDS = ['dance', 'hits', 'club', 'lounge', 'trance', '2000', '90s', '80s'] as const;
export type StreamId = (typeof STREAM_IDS)[number];

/** [R1] */
export const DEFAULT_STREAM: StreamId = 'dance';

/** Version key of each stream, unless the station has another [R1, W16]. */
export const STREAM_VERSIONS = {
  dance: 'onde',
  hits: 'hitparty',
  club: 'club',
  lounge: 'lounge',
  trance: 'trance',
  '2000': '2000',
  '90s': '90',
  '80s': 'magicradio',
} as const satisfies Record<StreamId, string>;

/** As `#rrggbb`, for a station that names no colour of its own [R1]. */
export const STREAM_COLOURS = {
  dance: '#f29838',
  hits: '#cb2b3d',
  club: '#003a68',
  lounge: '#7e31ef',
  trance: '#419de4',
  '2000': '#ec5228',
  '90s': '#a3e949',
  '80s': '#e049a6',
} as const satisfies Record<StreamId, string>;

/** Streams that have a weekly schedule and podcasts [R3]. */
export const SCHEDULED_STREAMS = ['dance', 'hits', 'club', 'trance'] as const satisfies readonly StreamId[];

const IDS: ReadonlySet<string> = new Set(STREAM_IDS);

export function isStreamId(value: unknown): value is StreamId {
  return typeof value === 'string' && IDS.has(value);
}
