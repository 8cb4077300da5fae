import { isStreamId } from '#src/contract/streams.ts';
import type { HeardPlay } from '#src/features/diary/diary.wire.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { MEMBER_NOTES_KEY } from '#src/page/session/session-storage.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { Observable } from '#src/platform/observable/observable.ts';

/** Most notes that are kept: more than days without the server would fill. */
const NOTES_MAX = 200;
/** Those that began last are kept: more than can be on air on all streams. */
const REMOVED_MAX = 20;
/** As the server has it: the diary's start of a play is rounded, that of the track on air is cut. */
const SAME_PLAY_MS = 1_000;

type PlayStart = Pick<HeardPlay, 'stream_id' | 'started_at'>;

export interface Notes {
  /** As the server last said; null before it has. */
  readonly isOn: boolean | null;
  /** What the server has not taken yet, oldest first. */
  readonly heard: readonly HeardPlay[];
  /** What was taken out of the diary here: while it is on air it would be heard anew once the page is loaded again. */
  readonly removed: readonly PlayStart[];
}
const NO_NOTES: Notes = { isOn: null, heard: [], removed: [] };

interface OwnNotes extends Notes {
  readonly user: string;
}

/**
 * What one member has heard in this browser, in all its tabs, until the server has it [A70]. The notes are
 * the member's: nobody else reads them, and they go with the session. Where storage is blocked they last as
 * long as the page. Tells of each change in this tab.
 */
export class DiaryNotes extends Observable {
  readonly #storage: BrowserStorage;
  /** Used where the storage keeps nothing. */
  #unkept: OwnNotes | null = null;

  constructor(storage: BrowserStorage) {
    super();
    this.#storage = storage;
  }

  read(owner: string): Notes {
    const { user, ...notes } = this.#readAny() ?? { user: null, ...NO_NOTES };
    return user === owner ? notes : NO_NOTES;
  }

  /** One play is noted once, whatever tab tells of it; one that was taken out is not. */
  note(owner: string, play: HeardPlay): void {
    const notes = this.read(owner);
    const { heard, removed } = notes;
    if (heard.some((noted) => isSamePlay(noted, play)) || removed.some((gone) => isAbout(gone, play))) return;
    this.#write(owner, { ...notes, heard: [...heard, play].slice(-NOTES_MAX) });
  }

  /** Drops plays that the server has, or will never take. */
  settle(owner: string, plays: readonly HeardPlay[]): void {
    const notes = this.read(owner);
    const left = notes.heard.filter((noted) => !plays.some((play) => isSamePlay(noted, play)));
    if (left.length < notes.heard.length) this.#write(owner, { ...notes, heard: left });
  }

  /** Keeps a play out of the notes, since its entry was removed, or lets it in again. */
  setRemoved(owner: string, { stream_id, started_at }: PlayStart, isRemoved: boolean): void {
    const play = { stream_id, started_at };
    const { heard, removed, isOn } = this.read(owner);
    const others = removed.filter((gone) => !isAbout(gone, play));
    const latest = [...others, play].toSorted((a, b) => (a.started_at < b.started_at ? -1 : 1));
    this.#write(owner, {
      isOn,
      heard: isRemoved ? heard.filter((noted) => !isAbout(noted, play)) : heard,
      removed: isRemoved ? latest.slice(-REMOVED_MAX) : others,
    });
  }

  /** Notes the switch; switched off, all notes go. */
  setOn(owner: string, isOn: boolean): void {
    const known = this.read(owner);
    if (known.isOn !== isOn) this.#write(owner, { ...(isOn ? known : NO_NOTES), isOn });
  }

  /**
   * Takes what the server said about the switch, unless it has been changed here since.
   * @param asked the notes when the server was asked
   */
  learnOn(owner: string, isOn: boolean, asked: Notes): void {
    if (this.read(owner).isOn === asked.isOn) this.setOn(owner, isOn);
  }

  /** Drops all notes: they would bring back a part of an erased diary. */
  erase(owner: string): void {
    this.settle(owner, this.read(owner).heard);
  }

  /**
   * Removes the notes of anybody else.
   * @param owner null when nobody is signed in
   */
  forgetOthers(owner: string | null): void {
    if (owner !== null && this.#readAny()?.user === owner) return;
    this.#unkept = null;
    this.#storage.remove(MEMBER_NOTES_KEY);
  }

  #readAny(): OwnNotes | null {
    return this.#unkept ?? readNotes(this.#storage.readJson(MEMBER_NOTES_KEY));
  }

  #write(owner: string, notes: Notes): void {
    const entry = { user: owner, ...notes };
    this.#unkept = this.#storage.write(MEMBER_NOTES_KEY, JSON.stringify(entry)) ? null : entry;
    this.tell();
  }
}

/** Reads by hand: a schema library would be a tenth of what the diary's page loads. */
function readNotes(value: unknown): OwnNotes | null {
  if (typeof value !== 'object' || value === null) return null;
  const { user, isOn, heard, removed = [] }: { [Name in keyof OwnNotes]?: unknown } = value;
  if (typeof user !== 'string' || !Array.isArray(heard) || !heard.every(isHeardPlay)) return null;
  if (!Array.isArray(removed) || !removed.every(isPlayStart)) return null;
  return { user, isOn: typeof isOn === 'boolean' ? isOn : null, heard, removed };
}

function isPlayStart(value: unknown): value is PlayStart {
  if (typeof value !== 'object' || value === null) return false;
  const { stream_id, started_at }: { [Name in keyof PlayStart]?: unknown } = value;
  return isStreamId(stream_id) && typeof started_at === 'string';
}

function isHeardPlay(value: unknown): value is HeardPlay {
  return isPlayStart(value) && 'full_title' in value && typeof value.full_title === 'string';
}

/** The page's notes. */
export const diaryNotesOf = onePerPage(({ storage }) => new DiaryNotes(storage));

export function isSamePlay(one: HeardPlay, other: HeardPlay): boolean {
  return one.stream_id === other.stream_id && one.started_at === other.started_at;
}

function isAbout(one: PlayStart, other: PlayStart): boolean {
  const apartMs = Math.abs(Date.parse(one.started_at) - Date.parse(other.started_at));
  return one.stream_id === other.stream_id && apartMs <= SAME_PLAY_MS;
}
