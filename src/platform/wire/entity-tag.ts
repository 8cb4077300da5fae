import { createHash } from 'node:crypto';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';

/** A strong entity tag of the bytes; with `W/` before it a weak one, for what is compressed on its way. */
export function entityTag(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether an `If-None-Match` names the entity tag: `*`, or a list compared weakly (RFC 9110 §13.1.2). One that is too
 * long to be read names none [W266].
 */
export function namesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === '' || ifNoneMatch.length > LIST_HEADER_MAX) return false;
  const wanted = opaque(etag);
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === wanted);
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
