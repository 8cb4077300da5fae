import { fullTitle, splitFullTitle } from '#src/contract/full-title.ts';
import { type Names, shortened } from '#src/import/naming/name-track.ts';
import { RejectedFile } from '#src/import/rejected/rejection.ts';
import type { SourceFile } from '#src/import/scan/source-file.ts';
import type { CatalogueWriter } from '#src/station/catalogue/catalogue-writer.ts';
import type { MediaRecord, Placement } from '#src/station/catalogue/media-record.ts';
import { SlugRegistry } from './slug-registry.ts';

export type CoverState = Pick<MediaRecord, 'hasCover' | 'folderPicture'>;

/** The part of a record that comes from its rendering. */
export type Rendering = Pick<
  MediaRecord,
  | 'frames'
  | 'durationMs'
  | 'sizeBytes'
  | 'rendering'
  | 'renderedMs'
  | 'cueInMs'
  | 'cueOutMs'
  | 'innerSilence'
  | 'sourceLufs'
  | 'renderedLufs'
>;

/** The station folder while its files are taken in, by paths. */
export interface FolderNow {
  present: ReadonlySet<string>;
  /** Those of them that could be looked at. */
  files: ReadonlyMap<string, SourceFile>;
  /** Files that have changed and have not been looked into yet: what they hold is not known. */
  unread: ReadonlySet<string>;
}

/** The catalogue as the importer changes it: every change is one append, on the disk when its method returns. */
export class MediaLibrary {
  readonly records: ReadonlyMap<string, MediaRecord>;
  readonly #records: Map<string, MediaRecord>;
  readonly #writer: CatalogueWriter;
  readonly #slugs: SlugRegistry;
  readonly #idByPath = new Map<string, string>();

  constructor(records: Map<string, MediaRecord>, writer: CatalogueWriter) {
    this.records = records;
    this.#records = records;
    this.#writer = writer;
    this.#slugs = new SlugRegistry(records.values());
    for (const record of records.values()) {
      for (const { path } of record.placements) this.#idByPath.set(path, record.id);
    }
  }

  /**
   * Writes names and slugs anew by this version's rules: those of an earlier one may hold a part of the title
   * in the artist, be longer than any page takes, or give two titles one address.
   * @throws the file system's error
   */
  async renew(): Promise<void> {
    const renewed = [...this.#records.values()].flatMap((record) => {
      if (record.kind !== 'track') return [];
      const names = shortened(splitFullTitle(fullTitle(record.artist, record.title)));
      const slug = this.#slugs.slugFor(names.artist, names.title);
      const isSame = slug === record.slug && names.artist === record.artist && names.title === record.title;
      return isSame ? [] : [{ ...record, ...names, slug }];
    });
    await this.#save(renewed);
  }

  /** Whether a file at this path is in the catalogue. */
  holds(path: string): boolean {
    return this.#idByPath.has(path);
  }

  /**
   * Whether this file was in the catalogue with this audio before: then its tags have changed, not its sound.
   */
  isPlaced(id: string, path: string): boolean {
    return this.#idByPath.get(path) === id;
  }

  /**
   * Files `id` under `file`. A record that other files have too keeps its names. Placements of files that are
   * gone are dropped on the way.
   */
  async place(
    id: string,
    file: SourceFile,
    names: Names,
    rendering: Rendering & CoverState,
    folder: FolderNow,
    nowMs: number,
  ): Promise<MediaRecord> {
    const before = this.#records.get(id);
    const others = this.otherPlacements(id, file, folder);
    const areOthersCertain = others.some(({ path }) => !folder.unread.has(path));
    const keepsNames = before && areOthersCertain && !this.isPlaced(id, file.path);
    const { artist, title } = keepsNames ? before : names;
    const record: MediaRecord = {
      id,
      ...rendering,
      kind: file.kind,
      artist,
      title,
      slug: this.#slugs.slugFor(artist, title),
      addedMs: before?.addedMs ?? nowMs,
      placements: [...others, placementOf(file)],
      // A record that is back is given with what it had.
      withdrawnMs: undefined,
    };
    await this.#save([...this.#withdrawn(new Set([file.path]), id, nowMs), record]);
    return record;
  }

  /** Records another cover, or another rendering. */
  async change(id: string, change: CoverState | Rendering): Promise<void> {
    const record = this.#records.get(id);
    if (record) await this.#save([{ ...record, ...change }]);
  }

  /** Takes the files at these paths out of rotation; returns how many there were. */
  async withdraw(paths: ReadonlySet<string>, nowMs: number): Promise<number> {
    const held = [...paths].filter((path) => this.#idByPath.has(path)).length;
    await this.#save(this.#withdrawn(paths, null, nowMs));
    return held;
  }

  /** Dates what has no placements from now on where nothing says since when, or a clock did that ran ahead. */
  async dateWithdrawn(nowMs: number): Promise<void> {
    const undated = [...this.#records.values()].filter(
      ({ placements, withdrawnMs }) =>
        placements.length === 0 && (withdrawnMs ?? Number.POSITIVE_INFINITY) > nowMs,
    );
    await this.#save(undated.map((record) => ({ ...record, withdrawnMs: nowMs })));
  }

  /**
   * Returns the other placements of this audio.
   * @throws {RejectedFile} when it is there as something else: a piece is music or a jingle, not both
   */
  otherPlacements(id: string, file: SourceFile, { present, unread }: FolderNow): Placement[] {
    const before = this.#records.get(id);
    const others = before?.placements.filter(({ path }) => path !== file.path && present.has(path)) ?? [];
    if (!before || before.kind === file.kind) return others;
    const certain = others.find(({ path }) => !unread.has(path));
    if (certain === undefined) return [];
    throw new RejectedFile(
      'other-kind',
      `is the same recording as ${certain.path} (${fullTitle(before.artist, before.title)}): keep it in one place only`,
    );
  }

  #withdrawn(paths: ReadonlySet<string>, exceptId: string | null, nowMs: number): MediaRecord[] {
    const ids = new Set([...paths].map((path) => this.#idByPath.get(path)));
    return [...ids].flatMap((id) => {
      const record = id === undefined || id === exceptId ? undefined : this.#records.get(id);
      if (record === undefined) return [];
      const placements = record.placements.filter(({ path }) => !paths.has(path));
      return [{ ...record, placements, ...(placements.length === 0 && { withdrawnMs: nowMs }) }];
    });
  }

  /** Saves records, in memory first, so that a change made meanwhile builds on them. */
  async #save(changed: MediaRecord[]): Promise<void> {
    for (const record of changed) {
      for (const { path } of this.#records.get(record.id)?.placements ?? []) {
        if (this.#idByPath.get(path) === record.id) this.#idByPath.delete(path);
      }
      this.#records.set(record.id, record);
    }
    for (const record of changed)
      for (const { path } of record.placements) this.#idByPath.set(path, record.id);
    await this.#writer.append(...changed);
  }
}

function placementOf({ path, streamId, folder, sizeBytes, modifiedMs }: SourceFile): Placement {
  return { path, streamId, folder, sizeBytes, modifiedMs };
}
