import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';
import { rotationArtist } from './rotation-artist.ts';

/** A piece of media in rotation on a stream, with the folder (below the stream's) that it lies in there. */
export interface Shelved {
  record: MediaRecord;
  /** As rotationArtist names it. */
  artist: string;
  /** A file may lie in several places. */
  folders: string[];
}

/** The catalogue as playout asks for it: what each stream has, by kind. */
export class Library {
  readonly #records: ReadonlyMap<string, MediaRecord>;
  readonly #shelves = new Map<string, Shelved[]>();

  constructor(records: ReadonlyMap<string, MediaRecord>) {
    this.#records = records;
    for (const record of records.values()) this.#shelve(record);
  }

  /** Everything ever rendered, in rotation or not. */
  find(id: string): MediaRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** The tracks that may play on the stream now. */
  shelf(streamId: StreamId, kind: MediaKind): readonly Shelved[] {
    return this.#shelves.get(`${kind}/${streamId}`) ?? [];
  }

  #shelve(record: MediaRecord): void {
    const artist = rotationArtist(record.artist, record.slug);
    for (const streamId of STREAM_IDS) {
      const places = record.placements.filter((one) => one.streamId === streamId || one.streamId === null);
      if (places.length === 0) continue;
      const key = `${record.kind}/${streamId}`;
      const shelf = this.#shelves.get(key) ?? [];
      shelf.push({ record, artist, folders: places.map((place) => place.folder) });
      this.#shelves.set(key, shelf);
    }
  }
}
