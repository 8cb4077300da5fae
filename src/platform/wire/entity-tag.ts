import { createHash } from 'node:crypto';

/** A strong entity tag of the bytes; with `W/` before it a weak one, for what is compressed on its way. */
export function entityTag(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Whether an `If-None-Match` names the entity tag: `*`, or a list compared weakly (RFC 9110 §13.1.2). */
export function namesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === '') return false;
  const wanted = opaque(etag);
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === wanted);
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}
