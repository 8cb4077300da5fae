import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod';
import { CURRENT, IN_USE, UNFINISHED } from '#src/app/build/build-folders.ts';
import { BUILDS_KEPT } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { setRights } from '#src/platform/files/file-rights.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';

/** In a build's folder: each file of it and its size. Written last. */
const LIST = 'files.json';
const listSchema = z.record(z.string(), z.number());
/** Locks the shelf for whoever makes a build, or changes which one is served. */
const LOCK = '.lock';
/** A build holds nothing that pages do not show, and is often made by another account than the station's. */
const READ_BY_ALL = 0o644;
const ENTERED_BY_ALL = 0o755;
const NO_LOCK: Disposable = { [Symbol.dispose]: () => {} };

/**
 * The folder of builds [R117]. A build is made aside and put there whole under the name of its sources; a
 * link says which one is to be served. A running process goes on with the one that it began with.
 */
export class BuildShelf {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(folder: string, clock: Pick<Clock, 'nowMs'>) {
    this.#folder = folder;
    this.#clock = clock;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Null while another process has it. */
  lock(): Disposable | null {
    return acquireLock(this.path(LOCK));
  }

  /**
   * Whether the build is there with all of its files. After a power cut those written last may be empty, and
   * a removal may have begun.
   */
  isWhole(name: string): boolean {
    try {
      const list = listSchema.parse(JSON.parse(readFileSync(join(this.path(name), LIST), 'utf8')));
      return Object.entries(list).every(
        ([file, size]) => statSync(join(this.path(name), file)).size === size,
      );
    } catch {
      return false;
    }
  }

  /** Whether the next start or reload serves this build. */
  isCurrent(name: string): boolean {
    try {
      return readlinkSync(this.path(CURRENT)) === name;
    } catch {
      return false;
    }
  }

  /**
   * An empty folder to make a build in. What interrupted builds have left goes; a bundler that outlived its
   * parent may still write there, so no two builds have the same.
   */
  begin(): string {
    for (const name of readdirSync(this.#folder))
      if (name.startsWith(UNFINISHED)) rmSync(this.path(name), { recursive: true, force: true });
    const unfinished = this.path(`${UNFINISHED}${process.pid}-${this.#clock.nowMs()}`);
    mkdirSync(unfinished);
    return unfinished;
  }

  /** Puts the build that has been made in a folder of `begin` on the shelf. */
  finish(unfinished: string, name: string): void {
    writeFileSync(join(unfinished, IN_USE), '');
    const sizes = readdirSync(unfinished, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(unfinished, file), statSync(file).size]);
    writeFileSync(join(unfinished, LIST), JSON.stringify(Object.fromEntries(sizes)));
    this.#openToAll(unfinished);
    // One that is not whole may stand there.
    rmSync(this.path(name), { recursive: true, force: true });
    renameSync(unfinished, this.path(name));
  }

  /** Whatever the umask of whoever builds is. */
  #openToAll(unfinished: string): void {
    for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true }))
      setRights(join(entry.parentPath, entry.name), entry.isDirectory() ? ENTERED_BY_ALL : READ_BY_ALL);
    for (const folder of [unfinished, this.#folder]) setRights(folder, ENTERED_BY_ALL);
  }

  /** Has the build served from the next start or reload on. There is no moment without one. */
  serve(name: string): void {
    const nowSeconds = this.#clock.nowMs() / 1000;
    utimesSync(this.path(name), nowSeconds, nowSeconds);
    const next = this.path(`${CURRENT}.next`);
    rmSync(next, { force: true });
    symlinkSync(name, next);
    renameSync(next, this.path(CURRENT));
  }

  /** Removes the builds before the newest, but none that a process serves. */
  removeOld(): void {
    const newestFirst = readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(UNFINISHED))
      .map(({ name }) => ({ name, servedMs: statSync(this.path(name)).mtimeMs }))
      .sort((one, other) => other.servedMs - one.servedMs);
    for (const { name } of newestFirst.slice(BUILDS_KEPT)) if (!this.isCurrent(name)) this.#remove(name);
  }

  #remove(name: string): void {
    const lockFile = join(this.path(name), IN_USE);
    try {
      using lock = existsSync(lockFile) ? acquireLock(lockFile) : NO_LOCK;
      if (lock !== null) rmSync(this.path(name), { recursive: true, force: true });
    } catch {
      // Another account's: it is in nobody's way.
    }
  }
}
