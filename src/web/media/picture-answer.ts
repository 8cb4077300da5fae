import { SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { findPicture } from '#src/features/accounts/pictures/member-pictures.server.ts';
import { namesEtag } from '#src/platform/wire/entity-tag.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';

/** A removed picture is seen for an hour more at the most, where somebody has it. */
const CACHE_CONTROL = `private, max-age=${SITE_KEPT_SECONDS}`;

/** Answers `/pictures/{key}.webp` [W94]: a member's picture. */
export async function pictureAnswer(request: Request, key: string, db: Database): Promise<Response> {
  const picture = await findPicture(db, key);
  if (picture === null) return plainAnswer(404, 'Not found');
  const bytes = new Uint8Array(picture);
  const etag = `"${key}"`;
  const headers = { 'content-type': 'image/webp', 'cache-control': CACHE_CONTROL, etag };
  if (namesEtag(request.headers.get('if-none-match') ?? '', etag))
    return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers: { ...headers, 'content-length': String(bytes.byteLength) } });
}
