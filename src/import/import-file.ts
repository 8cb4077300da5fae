import { stat } from 'node:fs/promises';
import { frameStartMs } from '#src/audio/mp3/broadcast-format.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { failureKind, nullIfOfFile } from '#src/platform/errors/failure-kind.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { type MediaRecord, RENDERING } from '#src/station/catalogue/media-record.ts';
import type { EarlierRenderings } from './library/earlier-renderings.ts';
import type { CoverState, FolderNow, MediaLibrary, Rendering } from './library/media-library.ts';
import type { Draft, MediaStore } from './library/media-store.ts';
import { type Names, nameTrack } from './naming/name-track.ts';
import { RejectedFile } from './rejected/rejection.ts';
import type { SourceFile } from './scan/source-file.ts';
import { CopyInWork, type ImportWorker, WorkerLost } from './worker/import-worker.ts';
import type { CoverOutcome, Rendered, RenderRequest } from './worker/worker-messages.ts';

export interface FileImporterParts {
  store: MediaStore;
  earlier: EarlierRenderings;
  library: MediaLibrary;
  clock: Clock;
  logger: Logger;
}

export interface Imported {
  how: 'rendered' | 'filed';
  /** Completes the sentence "The cover …"; null when the cover is fine. */
  coverFault: string | null;
}

/** Takes one file at a time from source to catalogue; several workers may share one importer. */
export class FileImporter {
  readonly #parts: FileImporterParts;
  /** One recording is one worker's at a time. */
  readonly #queues = new KeyedQueues();

  constructor(parts: FileImporterParts) {
    this.#parts = parts;
  }

  /**
   * Takes a file in: renders it, or only files it when its audio is there already.
   * @throws {RejectedFile} when it cannot go on air; {WorkerLost} when a worker ended over it; {CopyInWork}
   * while a copy of its audio is taken in, after which it finds the rendering; {WorkFailure}
   * and the file system's errors when the machine fails
   */
  async import(worker: ImportWorker, file: SourceFile, folder: FolderNow): Promise<Imported> {
    const { library, store } = this.#parts;
    const { id, seconds, tags } = await worker.identify(file);
    // A worker that waited for the copy would do nothing for as long as that is rendered.
    const isOver = this.#queues.busy(id);
    if (isOver !== undefined) throw new CopyInWork(isOver);
    const names = nameTrack(file.path, tags);
    return await this.#queues.run(id, async () => {
      library.otherPlacements(id, file, folder);
      const known = library.records.get(id);
      if (known?.kind === file.kind && store.has(known)) {
        return await this.#file(worker, known, file, names, folder);
      }
      return await this.#render(worker, { id, seconds }, file, names, folder);
    });
  }

  /**
   * Takes over a new picture beside a file in the catalogue, or its removal; returns the fault of its cover.
   * A picture that brings a worker down is not tried again.
   * @throws as `import` does
   */
  async recover(worker: ImportWorker, known: MediaRecord, file: SourceFile): Promise<string | null> {
    const { id, hasCover } = known;
    return await this.#queues.run(id, async () => {
      const { state, fault } = await this.#newCover(worker, known, file).catch((error: unknown) => {
        if (!(error instanceof WorkerLost || error instanceof RejectedFile)) throw error;
        const folderPicture = file.picture?.stamp ?? null;
        return { state: { hasCover, folderPicture }, fault: `could not be rendered: it ${error.message}` };
      });
      await this.#parts.library.change(id, state);
      return fault;
    });
  }

  /**
   * Renders a piece in today's way [R156] whose file in the station folder is the one that it came from. What
   * was rendered before stays beside it for a while; names, cover and identity stay as they are.
   * @throws as `import` does; then nothing has changed
   */
  async renew(worker: ImportWorker, before: MediaRecord, file: SourceFile): Promise<void> {
    const { store, earlier, library, clock, logger } = this.#parts;
    const { id, durationMs: beforeMs } = before;
    await this.#queues.run(id, async () => {
      await using draft = await store.newDraft();
      const rendered = await worker.render(requestFor(file, draft, false), beforeMs / 1000);
      await assertUnchanged(file);
      await earlier.keep(before);
      await store.publish(id, draft, { audio: true, preview: rendered.hasPreview, cover: null });
      const rendering = renderingIn(rendered, clock.nowMs());
      await library.change(id, rendering);
      logger.info({ path: file.path, id, ...rendering }, 'import rendered a file in the way of this version');
    });
  }

  async #file(
    worker: ImportWorker,
    known: MediaRecord,
    file: SourceFile,
    names: Names,
    folder: FolderNow,
  ): Promise<Imported> {
    const { library, clock, logger } = this.#parts;
    const others = library
      .otherPlacements(known.id, file, folder)
      .flatMap(({ path }) => (folder.unread.has(path) ? [] : [folder.files.get(path) ?? null]));
    const kept = { state: coverOf(known), fault: null };
    // Programs that tag often rename as well. One that only moved has the picture that it had.
    const isRetagged = library.isPlaced(known.id, file.path) || (others.length === 0 && !lay(known, file));
    const cover = isRetagged ? await this.#newCover(worker, known, file, others) : kept;
    await assertUnchanged(file);
    await library.place(known.id, file, names, { ...known, ...cover.state }, folder, clock.nowMs());
    logger.info({ path: file.path, id: known.id }, 'import filed a track that was rendered before');
    return { how: 'filed', coverFault: cover.fault };
  }

  /** `others`: more files of the recording, whose pictures count where this one holds none; null: out of reach. */
  async #newCover(
    worker: ImportWorker,
    known: MediaRecord,
    file: SourceFile,
    others: readonly (SourceFile | null)[] = [],
  ): Promise<{ state: CoverState; fault: string | null }> {
    const { store } = this.#parts;
    await using draft = await store.newDraft();
    const { cover } = await worker.renderCover(file, draft.cover);
    const isElsewhere = cover.from !== 'source' && (await renderInner(worker, others, draft.cover));
    // The cover that is there may come from what cannot be looked into.
    if (isElsewhere === null) return { state: coverOf(known), fault: cover.fault };
    const state = coverState(isElsewhere ? INNER_COVER : cover, file);
    await store.publish(known.id, draft, { audio: false, preview: false, cover: state.hasCover });
    return { state, fault: cover.fault };
  }

  async #render(
    worker: ImportWorker,
    { id, seconds }: { id: string; seconds: number },
    file: SourceFile,
    names: Names,
    folder: FolderNow,
  ): Promise<Imported> {
    const { store, library, clock, logger } = this.#parts;
    await using draft = await store.newDraft();
    const rendered = await worker.render(requestFor(file, draft, true), seconds);
    await assertUnchanged(file);
    const cover = rendered.cover ?? NO_COVER;
    const state = coverState(cover, file);
    await store.publish(id, draft, { audio: true, preview: rendered.hasPreview, cover: state.hasCover });
    const rendering = renderingIn(rendered, clock.nowMs());
    await library.place(id, file, names, { ...rendering, ...state }, folder, clock.nowMs());
    const { truePeakDb } = rendered;
    logger.info({ path: file.path, id, ...rendering, truePeakDb }, 'import rendered a file');
    return { how: 'rendered', coverFault: cover.fault };
  }
}

/** Whether a file lay elsewhere as it is now. */
function lay({ placements }: MediaRecord, { sizeBytes, modifiedMs }: SourceFile): boolean {
  return placements.some((one) => one.sizeBytes === sizeBytes && one.modifiedMs === modifiedMs);
}

const NO_COVER: CoverOutcome = { from: null, fault: null };
const INNER_COVER: CoverOutcome = { from: 'source', fault: null };

/** Renders the picture inside the first file that holds one. False where none does, null where one cannot tell. */
async function renderInner(
  worker: ImportWorker,
  files: readonly (SourceFile | null)[],
  cover: string,
): Promise<boolean | null> {
  let found: false | null = false;
  for (const file of files) {
    const from = file === null ? undefined : await innerPicture(worker, file, cover);
    if (from === 'source') return true;
    if (from === undefined) found = null;
  }
  return found;
}

/** Undefined where the file cannot be looked into: that is no fault of the one that is taken in. */
async function innerPicture(
  worker: ImportWorker,
  file: SourceFile,
  into: string,
): Promise<CoverOutcome['from'] | undefined> {
  try {
    const { cover } = await worker.renderCover({ ...file, picture: null }, into);
    return cover.from;
  } catch (error) {
    const isOfFile = error instanceof RejectedFile || error instanceof WorkerLost;
    const isOutOfReach = hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'EACCES');
    if (isOfFile || isOutOfReach || failureKind(error) === 'moment') return undefined;
    throw error;
  }
}

function requestFor(
  file: SourceFile,
  { audio, preview, cover }: Draft,
  withCover: boolean,
): Omit<RenderRequest, 'type'> {
  const { kind, absolutePath: source, picture } = file;
  const beside = picture?.absolutePath ?? null;
  return { source, kind, audio, preview, picture: beside, cover, withCover };
}

function renderingIn(rendered: Rendered, renderedMs: number): Rendering {
  const { type: _, hasPreview: __, truePeakDb: ___, cover: ____, ...measures } = rendered;
  return { ...measures, durationMs: frameStartMs(measures.frames), rendering: RENDERING, renderedMs };
}

function coverOf({ hasCover, folderPicture }: MediaRecord): CoverState {
  return { hasCover, folderPicture };
}

function coverState({ from }: CoverOutcome, { picture }: SourceFile): CoverState {
  return { hasCover: from !== null, folderPicture: from === 'source' ? null : (picture?.stamp ?? null) };
}

/**
 * Rejects a file that is still being copied in, or that has left: the next look at the folder takes up what is there.
 * @throws {RejectedFile}, and the file system's error where the file is not to blame
 */
export async function assertUnchanged(file: SourceFile): Promise<void> {
  const now = await stat(file.absolutePath).catch((error: unknown) => {
    if (!hasErrorCode(error, 'ENOENT')) return nullIfOfFile(error);
    throw new RejectedFile('gone', 'was renamed or removed meanwhile');
  });
  if (now?.size !== file.sizeBytes || now.mtimeMs !== file.modifiedMs) {
    throw new RejectedFile('unfinished', 'is still being written: it is taken up once it has not changed');
  }
}

/** Runs work on the same key one after the other, on different keys side by side. */
class KeyedQueues {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Settles when the key is free, and never fails; undefined where it is. */
  busy(key: string): Promise<unknown> | undefined {
    return this.#last.get(key);
  }

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine
      .catch(() => {})
      .then(() => {
        if (this.#last.get(key) === settled) this.#last.delete(key);
      });
    this.#last.set(key, settled);
    return mine;
  }
}
