import { isStreamId } from '#src/contract/streams.ts';
import type { HeardPlay } from '#src/features/diary/diary.wire.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { Observable } from '#src/page/browser/observable.ts';
import { MEMBER_NOTES_KEY } from '#src/page/session/session-storage.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/** Most notes that are kept: more than days without the server would fill. */
const NOTES_MAX = 200;

export interface Notes {
  /** As the server last said; null before it has. */
  readonly isOn: boolean | null;
  /** What the server has not taken yet, oldest first. */
  readonly heard: readonly HeardPlay[];
}
const NO_NOTES: Notes = { isOn: null, heard: [] };

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

  /** One play is noted once, whatever tab tells of it. */
  note(owner: string, play: HeardPlay): void {
    const { isOn, heard } = this.read(owner);
    if (heard.some((noted) => isSamePlay(noted, play))) return;
    this.#write(owner, { isOn, heard: [...heard, play].slice(-NOTES_MAX) });
  }

  /** Drops plays that the server has, or will never take. */
  settle(owner: string, plays: readonly HeardPlay[]): void {
    const { isOn, heard } = this.read(owner);
    const left = heard.filter((noted) => !plays.some((play) => isSamePlay(noted, play)));
    if (left.length < heard.length) this.#write(owner, { isOn, heard: left });
  }

  /** Notes the switch; switched off, all notes go. */
  setOn(owner: string, isOn: boolean): void {
    const known = this.read(owner);
    if (known.isOn !== isOn) this.#write(owner, { isOn, heard: isOn ? known.heard : [] });
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
  const { user, isOn, heard }: { [Name in keyof OwnNotes]?: unknown } = value;
  if (typeof user !== 'string' || !Array.isArray(heard) || !heard.every(isHeardPlay)) return null;
  return { user, isOn: typeof isOn === 'boolean' ? isOn : null, heard };
}

function isHeardPlay(value: unknown): value is HeardPlay {
  if (typeof value !== 'object' || value === null) return false;
  const { stream_id, started_at, full_title }: { [Name in keyof HeardPlay]?: unknown } = value;
  return isStreamId(stream_id) && typeof started_at === 'string' && typeof full_title === 'string';
}

/** The page's notes. */
export const diaryNotesOf = onePerPage(({ storage }) => new DiaryNotes(storage));

export function isSamePlay(one: HeardPlay, other: HeardPlay): boolean {
  return one.stream_id === other.stream_id && one.started_at === other.started_at;
}
