import { stat } from 'node:fs/promises';
import { frameStartMs } from '#src/audio/mp3/broadcast-format.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { KeyedTurns } from './keyed-turns.ts';
import type { MediaLibrary, Names } from './library/media-library.ts';
import type { MediaStore } from './library/media-store.ts';
import { nameTrack } from './naming/name-track.ts';
import { RejectedFile } from './rejected/rejection.ts';
import type { SourceFile } from './scan/source-file.ts';
import type { ImportWorker } from './worker/import-worker.ts';

export interface FileImporterParts {
  store: MediaStore;
  library: MediaLibrary;
  clock: Clock;
  logger: Logger;
}

/** Takes one file at a time from source to catalogue; several workers may share one importer. */
export class FileImporter {
  readonly #parts: FileImporterParts;
  /** Copies of one recording wait for each other: the second finds the first's rendering. */
  readonly #turns = new KeyedTurns();

  constructor(parts: FileImporterParts) {
    this.#parts = parts;
  }

  /**
   * `present`: all paths in the station folder. Gives whether it had to be rendered or only be filed.
   * @throws {RejectedFile} when it cannot go on air; {WorkFailure} and the file system's errors when the machine fails.
   */
  async import(
    worker: ImportWorker,
    file: SourceFile,
    present: ReadonlySet<string>,
  ): Promise<'rendered' | 'filed'> {
    const { library, store } = this.#parts;
    const { id, tags } = await worker.identify(file.absolutePath);
    const names = nameTrack(file.path, tags);
    return await this.#turns.run(id, async () => {
      library.otherPlacements(id, file, present);
      const known = library.records.get(id);
      if (known?.kind === file.kind && store.has(known)) {
        await this.#file(worker, known, file, names, present);
        return 'filed';
      }
      await this.#render(worker, id, file, names, present);
      return 'rendered';
    });
  }

  async #file(
    worker: ImportWorker,
    known: MediaRecord,
    file: SourceFile,
    names: Names,
    present: ReadonlySet<string>,
  ): Promise<void> {
    const { store, library, clock, logger } = this.#parts;
    const { frames, durationMs, sizeBytes, sourceLufs, renderedLufs } = known;
    let { hasCover } = known;
    if (library.isPlaced(known.id, file.path)) {
      await using draft = await store.newDraft();
      hasCover = await worker.renderCover(file.absolutePath, draft.cover);
      await store.publish(known.id, draft, { audio: false, preview: false, cover: hasCover });
    }
    await assertUnchanged(file);
    const rendering = { frames, durationMs, sizeBytes, sourceLufs, renderedLufs, hasCover };
    await library.place(known.id, file, names, rendering, present, clock.nowMs());
    logger.info({ path: file.path, id: known.id }, 'filed');
  }

  async #render(
    worker: ImportWorker,
    id: string,
    file: SourceFile,
    names: Names,
    present: ReadonlySet<string>,
  ): Promise<void> {
    const { store, library, clock, logger } = this.#parts;
    await using draft = await store.newDraft();
    const { kind, absolutePath: source } = file;
    const { audio, preview, cover } = draft;
    const rendered = await worker.render({ source, kind, audio, preview, cover });
    await assertUnchanged(file);
    const { hasCover, hasPreview, frames, sizeBytes, sourceLufs, renderedLufs, truePeakDb } = rendered;
    await store.publish(id, draft, { audio: true, preview: hasPreview, cover: hasCover });
    const durationMs = frameStartMs(frames);
    const rendering = { frames, durationMs, sizeBytes, sourceLufs, renderedLufs, hasCover };
    await library.place(id, file, names, rendering, present, clock.nowMs());
    logger.info({ path: file.path, id, durationMs, sourceLufs, renderedLufs, truePeakDb }, 'rendered');
  }
}

/** A file that is still being copied in gets its turn at the next look at the folder. */
export async function assertUnchanged(file: SourceFile): Promise<void> {
  const now = await stat(file.absolutePath).catch(() => null);
  if (now?.size !== file.sizeBytes || now.mtimeMs !== file.modifiedMs) {
    throw new RejectedFile('unfinished', 'is still being written: it is taken up at the next import');
  }
}
