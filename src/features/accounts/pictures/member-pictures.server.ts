import { randomBytes } from 'node:crypto';
import { PICTURE_BYTES_MAX, PICTURE_PIXELS_MAX, PICTURE_SIZE } from '#src/contract/limits.ts';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { Database } from '#src/db/database.ts';
import { UniqueViolation } from '#src/db/errors/database-errors.ts';
import type { Services } from '#src/features/services.server.ts';
import { purgingMember } from '#src/members/member-data.server.ts';
import { fetchBytes } from '#src/platform/outgoing/fetch-bytes.ts';
import type { Drawing } from '#src/platform/pictures/picture-drawing.ts';

/** How long a provider may take. */
const FETCH_MS = 5_000;
/** Most pictures that wait to be fetched; one that is turned away is fetched after another sign-in. */
const WAITING_MAX = 100;
const KEY_BYTES = 16;
const DRAWING: Drawing = {
  width: PICTURE_SIZE,
  height: PICTURE_SIZE,
  fit: 'cover',
  quality: 82,
  pixelsMax: PICTURE_PIXELS_MAX,
};

type PictureServices = Pick<
  Services,
  'db' | 'clock' | 'logger' | 'pictureProcess' | 'memberData' | 'purgePages'
>;

/**
 * Fetches members' pictures from their providers, one after the other and once each [A82]. No sign-in waits
 * for it.
 */
export class MemberPictures implements AsyncDisposable {
  readonly #services: PictureServices;
  #line: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(services: PictureServices) {
    this.#services = services;
  }

  /** Fetches a picture for a member who has had none. */
  want(userId: string, source: PictureSource): void {
    if (this.#waiting >= WAITING_MAX) return;
    this.#waiting += 1;
    this.#line = this.#line.then(async () => {
      if (!this.#isClosed) await this.#fetch(userId, source);
      this.#waiting -= 1;
    });
  }

  /** Resolves when all that are wanted by now have been tried. */
  get settled(): Promise<void> {
    return this.#line;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#line;
  }

  async #fetch(userId: string, { url, isTrusted }: PictureSource): Promise<void> {
    const { db, logger, pictureProcess } = this.#services;
    try {
      const before = db.selectFrom('member_pictures').select('user_id').where('user_id', '=', userId);
      if ((await before.executeTakeFirst()) !== undefined) return;
      const limits = { bytes: PICTURE_BYTES_MAX, ms: FETCH_MS, privateNetwork: isTrusted };
      await this.#keep(userId, await pictureProcess.draw(await fetchBytes(url, limits), DRAWING));
    } catch (error) {
      // Another sign-in had it already, or the account is gone.
      if (error instanceof UniqueViolation) return;
      logger.info(
        { err: error, host: url.host },
        'a member’s picture could not be had from their provider; their initials stay until they sign in there again',
      );
    }
  }

  async #keep(userId: string, picture: Uint8Array): Promise<void> {
    const { db, clock } = this.#services;
    const key = randomBytes(KEY_BYTES).toString('base64url');
    const keep = () =>
      db.transaction().execute(async (trx) => {
        const row = { user_id: userId, key, picture, fetched_ms: clock.nowMs() };
        await trx.insertInto('member_pictures').values(row).execute();
        await trx
          .updateTable('users')
          .set({ profile_picture: `/pictures/${key}.webp` })
          .where('id', '=', userId)
          .execute();
      });
    // It stands beside comments; the member's own page has none.
    await purgingMember(this.#services, { id: userId, pseudo: null }, keep);
  }
}

/** The bytes of a picture by the name in its address [W94]; null for an unknown name. */
export async function findPicture(db: Database, key: string): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('member_pictures')
    .select('picture')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.picture ?? null;
}

/** Where Google has the pictures of its members; Apple has none. */
const GOOGLE_PICTURES = '.googleusercontent.com';

/** An address that a picture may be fetched from. */
interface PictureSource {
  readonly url: URL;
  /** Whether the operator has named that host: it may be on this machine. */
  readonly isTrusted: boolean;
}

/**
 * The address that a provider names for a member's picture; null unless it is the provider's own or one of
 * Google's for pictures: what members write at a provider must not make this server call just any address.
 */
export function pictureSource(
  { provider, issuer }: { provider: SignInProvider; issuer: string },
  picture: string,
): PictureSource | null {
  if (!URL.canParse(picture)) return null;
  const url = new URL(picture);
  if (url.username !== '' || url.password !== '') return null;
  if (url.origin === new URL(issuer).origin) return { url, isTrusted: true };
  const isGoogles = url.protocol === 'https:' && url.port === '' && url.hostname.endsWith(GOOGLE_PICTURES);
  if (provider !== 'google' || !isGoogles) return null;
  url.pathname = url.pathname.replace(/=s\d+-c$/, `=s${PICTURE_SIZE}-c`);
  return { url, isTrusted: false };
}
