import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';
import { rotationArtist } from './rotation-artist.ts';

/** A piece of media in rotation on a stream, with the folder (below the stream's) that it lies in there. */
export interface Shelved {
  record: MediaRecord;
  /** As rotationArtist names it. */
  artist: string;
  /** Several when the same audio lies in several folders. */
  folders: string[];
}

/** The catalogue as playout asks for it: what each stream has, by kind. */
export class Library {
  readonly #records: ReadonlyMap<string, MediaRecord>;
  readonly #shelves = new Map<string, Map<string, Shelved>>();
  /** What `shelf` gave last; a shelf that changes is listed anew. */
  readonly #listed = new Map<string, readonly Shelved[]>();

  /** `records` may grow and change from outside, when `take` is told. */
  constructor(records: ReadonlyMap<string, MediaRecord>) {
    this.#records = records;
    for (const record of records.values()) this.take(record);
  }

  /** Puts a record that is new or different where it lies now; the shelves of other streams stay as they are. */
  take(record: MediaRecord): void {
    for (const [key, shelf] of this.#shelves) {
      if (!key.startsWith(`${record.kind}/`) && shelf.delete(record.id)) this.#listed.delete(key);
    }
    const artist = rotationArtist(record.artist, record.slug);
    for (const streamId of STREAM_IDS) {
      const key = `${record.kind}/${streamId}`;
      const places = record.placements.filter((one) => one.streamId === streamId || one.streamId === null);
      const shelf = this.#shelves.get(key);
      if (places.length === 0) {
        if (shelf?.delete(record.id)) this.#listed.delete(key);
        continue;
      }
      const shelved = { record, artist, folders: places.map((place) => place.folder) };
      if (shelf) shelf.set(record.id, shelved);
      else this.#shelves.set(key, new Map([[record.id, shelved]]));
      this.#listed.delete(key);
    }
  }

  /** Everything ever rendered, in rotation or not. */
  find(id: string): MediaRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** The tracks that may play on the stream now; the same list until they change. */
  shelf(streamId: StreamId, kind: MediaKind): readonly Shelved[] {
    const key = `${kind}/${streamId}`;
    let listed = this.#listed.get(key);
    if (listed === undefined) {
      listed = [...(this.#shelves.get(key)?.values() ?? [])];
      this.#listed.set(key, listed);
    }
    return listed;
  }
}
