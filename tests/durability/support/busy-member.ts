import { setTimeout as delay } from 'node:timers/promises';
import { fullTitle } from '#src/contract/full-title.ts';
import { foldText, slugOf } from '#src/contract/titles.ts';
import type { Vote } from '#src/contract/votes.ts';
import type { Database } from '#src/db/database.ts';
import type { WrittenMember } from '../../support/written-members.ts';

/** As few tracks as are loved again and again. */
const LOVED_TRACKS = 20;

/** A track by the names that the wire wants. */
export interface NamedTrack {
  readonly artist: string;
  readonly title: string;
  readonly full: string;
}

export function namedTrack(artist: string, title: string): NamedTrack {
  return { artist, title, full: fullTitle(artist, title) };
}

/** Writes tracks into the database as the drain does once they have been on air. */
export async function writeSongs(db: Database, tracks: readonly NamedTrack[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { artist, title, full } of tracks)
      await trx
        .insertInto('songs')
        .values({
          full_title: full,
          folded: foldText(full),
          artist,
          artist_folded: foldText(artist),
          title,
          slug: slugOf(full),
          added_ms: 0,
        })
        .execute();
  });
}

/**
 * A member who votes, comments and loves, one call after the other, and knows what the radio has said yes to. A call
 * without an answer is made again, as people do: what is then refused for being there already has been kept before.
 */
export class BusyMember {
  readonly id: string;
  /** By full title. */
  readonly votes = new Map<string, Vote>();
  /** Words, each used once. */
  readonly comments = new Map<string, string>();
  readonly favorites = new Map<string, boolean>();
  /** Words of which nobody said whether they are kept: no answer came, and then a limit was met. */
  readonly doubtful = new Set<string>();
  /** Calls that were said yes to. */
  acknowledged = 0;
  /** Calls whose answer never came. */
  unanswered = 0;
  readonly #token: string;
  #origin = '';
  readonly #tracks: readonly NamedTrack[];
  #written = 0;

  constructor({ id, token }: WrittenMember, tracks: readonly NamedTrack[]) {
    this.id = id;
    this.#token = token;
    this.#tracks = tracks;
  }

  /**
   * Goes on until the signal, and to the answer of the last call.
   * @param pauseMs between two calls
   * @throws for one that should not have come
   */
  async takePart(origin: string, end: AbortSignal, pauseMs = 0): Promise<void> {
    this.#origin = origin;
    const actions = [() => this.#vote(), () => this.#comment(), () => this.#love()];
    while (!end.aborted) {
      await actions[Math.floor(Math.random() * actions.length)]?.();
      if (pauseMs > 0) await delay(pauseMs);
    }
  }

  async #vote(): Promise<void> {
    const track = this.#tracks[this.votes.size];
    if (track === undefined) throw new Error('This member has no track left to vote on.');
    const vote = Math.random() < 0.5 ? 'like' : 'dislike';
    const body = { user_id: this.id, full_title: track.full, vote };
    const { status, isRepeated } = await this.#insist('POST', 'votes&action=submit', body);
    expectStatus(status, isRepeated ? [200, 409] : [200]);
    this.votes.set(track.full, vote);
  }

  async #comment(): Promise<void> {
    this.#written += 1;
    const track = this.#anyTrack();
    const comment = `Words ${this.#written} of ${this.id}`;
    const body = { track_title: track.full, comment };
    const { status, isRepeated } = await this.#insist('POST', 'comments', body);
    expectStatus(status, isRepeated ? [200, 409, 429] : [200, 429]);
    if (status !== 429) this.comments.set(comment, track.full);
    else if (isRepeated) this.doubtful.add(comment);
  }

  async #love(): Promise<void> {
    const track = this.#anyTrack();
    const isLoved = this.favorites.get(track.full) !== true;
    const body = { user_id: this.id, track_title: track.title, artist_name: track.artist };
    const { status } = isLoved
      ? await this.#insist('POST', 'favorites&action=add', body)
      : await this.#insist('DELETE', 'favorites&action=remove', body);
    expectStatus(status, [200]);
    this.favorites.set(track.full, isLoved);
  }

  #anyTrack(): NamedTrack {
    const track = this.#tracks[Math.floor(Math.random() * LOVED_TRACKS)];
    if (track === undefined) throw new Error('There are not enough tracks.');
    return track;
  }

  async #insist(
    method: string,
    endpoint: string,
    body: object,
  ): Promise<{ status: number; isRepeated: boolean }> {
    for (let isRepeated = false; ; isRepeated = true) {
      const status = await this.#call(method, endpoint, body);
      if (status === 200) this.acknowledged += 1;
      if (status !== null) return { status, isRepeated };
      this.unanswered += 1;
    }
  }

  /** Null where nothing was said of the call: the process that had it died, or none was there. */
  async #call(method: string, endpoint: string, body: object): Promise<number | null> {
    const reply = await fetch(`${this.#origin}/api-proxy.php?endpoint=${endpoint}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify(body),
    });
    await reply.arrayBuffer();
    return reply.status === 503 ? null : reply.status;
  }
}

function expectStatus(status: number, right: readonly number[]): void {
  if (!right.includes(status)) throw new Error(`The radio answered ${status} instead of ${right}.`);
}
