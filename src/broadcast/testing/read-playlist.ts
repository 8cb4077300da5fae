/** A playlist of segments as a client reads it (RFC 8216). */
export interface ReadPlaylist {
  targetSeconds: number;
  holdBackSeconds: number;
  /** Number of the first segment, and how many discontinuities there were before it. */
  sequence: number;
  discontinuities: number;
  segments: ReadSegment[];
}

interface ReadSegment {
  number: number;
  address: string;
  seconds: number;
  isDiscontinuity: boolean;
  /** How many discontinuities there were up to it. */
  discontinuities: number;
  /** When it begins: as it says itself, or as follows from the ones before. */
  dateMs: number;
}

/** @throws when it is not one, or a segment has no date */
export function readPlaylist(text: string): ReadPlaylist {
  const lines = text.trimEnd().split('\n');
  if (lines.shift() !== '#EXTM3U') throw new Error(`no playlist: ${text.slice(0, 100)}`);
  const value = (name: string) =>
    Number(new RegExp(`^#EXT-X-${name}:(?:.*?=)?([\\d.]+)`, 'm').exec(text)?.[1]);
  const sequence = value('MEDIA-SEQUENCE');
  let discontinuities = value('DISCONTINUITY-SEQUENCE');
  const segments: ReadSegment[] = [];
  const playlist = {
    targetSeconds: value('TARGETDURATION'),
    holdBackSeconds: value('SERVER-CONTROL'),
    sequence,
    discontinuities,
    segments,
  };
  let seconds = 0;
  let isDiscontinuity = false;
  let dateMs: number | null = null;
  for (const line of lines) {
    const [tag = '', rest = ''] = line.split(/:(.*)/s);
    if (tag === '#EXT-X-DISCONTINUITY') {
      isDiscontinuity = true;
      discontinuities += 1;
      dateMs = null;
    } else if (tag === '#EXT-X-PROGRAM-DATE-TIME') dateMs = Date.parse(rest);
    else if (tag === '#EXTINF') seconds = Number.parseFloat(rest);
    if (line.startsWith('#')) continue;
    if (dateMs === null) throw new Error(`${line} has no date`);
    const number = sequence + segments.length;
    segments.push({ number, address: line, seconds, isDiscontinuity, discontinuities, dateMs });
    isDiscontinuity = false;
    dateMs += seconds * 1000;
  }
  return playlist;
}
