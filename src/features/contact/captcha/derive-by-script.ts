import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** What `crypto.subtle` derives for PBKDF2/SHA-256, where the browser has none: it gives it to pages with TLS alone. */
export async function deriveByScript(
  { cost, keyLength }: { cost: number; keyLength: number },
  salt: Uint8Array,
  password: Uint8Array,
): Promise<{ derivedKey: Uint8Array }> {
  return { derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }) };
}
