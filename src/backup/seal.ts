import { createHash } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { altered, cutOrAltered, cutShort, isOfSystem, noBackup } from './backup-format.ts';
import { type Chunks, fromWebStream, toWebStream } from './web-streams.ts';

/** [W173] scrypt takes 2 to this power of 128 × 8 bytes: 32 MB, a third of a second. */
const SCRYPT_WORK = 15;

/** How a file begins that age has encrypted: https://age-encryption.org/v1 */
const AGE = Buffer.from('age-encryption.org/v1\n');
/** How zstd begins (RFC 8878). */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** A frame that zstd passes over: magic number, then 32 bytes of content. */
const TRAILER = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const TRAILER_BYTES = TRAILER.length + 32;

/**
 * Closes compressed bytes so that no change of them stays unnoticed: encrypted with a key (age, passphrase: each 64 KB
 * is authenticated, and so is the end), else with the SHA-256 of all of them in a frame that `zstd -d` passes over.
 */
export function seal(key: string | null, work = SCRYPT_WORK): (chunks: Chunks) => AsyncGenerator<Uint8Array> {
  return key === null ? withDigest : (chunks) => encrypted(chunks, key, work);
}

async function* withDigest(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.concat([TRAILER, hash.digest()]);
}

async function* encrypted(chunks: Chunks, key: string, work: number): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(work);
  yield* fromWebStream(await encrypter.encrypt(toWebStream(chunks)));
}

/**
 * The compressed bytes of a sealed file.
 * @param open opens the file for reading; called twice where a first look has to be taken at all of it
 * @throws {OperatorError} while it is read: no backup, cut short, altered, a key that is missing or another one
 */
export async function* unseal(open: () => Chunks, key: string | null): AsyncGenerator<Uint8Array> {
  const start = await firstBytes(open());
  if (start.subarray(0, AGE.length).equals(AGE)) yield* decrypted(open(), key);
  else if (start.subarray(0, ZSTD.length).equals(ZSTD)) {
    for await (const _ of withoutTrailer(open()));
    yield* withoutTrailer(open());
  } else throw start.length < ZSTD.length ? cutShort() : noBackup();
}

async function firstBytes(chunks: Chunks): Promise<Buffer> {
  let start = Buffer.alloc(0);
  for await (const chunk of chunks) {
    start = Buffer.concat([start, chunk]);
    if (start.length >= AGE.length) break;
  }
  return start;
}

/** Checks what it passes on, at its end. */
async function* withoutTrailer(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let kept = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([kept, chunk]);
    const passed = bytes.subarray(0, Math.max(0, bytes.length - TRAILER_BYTES));
    kept = bytes.subarray(passed.length);
    if (passed.length === 0) continue;
    hash.update(passed);
    yield passed;
  }
  const magic = kept.subarray(0, TRAILER.length);
  const isRight = hash.digest().equals(kept.subarray(TRAILER.length));
  if (magic.equals(TRAILER)) {
    if (!isRight) throw altered();
  } else throw isRight ? altered() : cutShort();
}

async function* decrypted(chunks: Chunks, key: string | null): AsyncGenerator<Uint8Array> {
  if (key === null)
    throw new OperatorError(
      'The backup is encrypted.',
      'Set BACKUP_KEY to the key that it was made with, then run this again.',
    );
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  let opened: ReadableStream<Uint8Array>;
  try {
    opened = await decrypter.decrypt(toWebStream(chunks));
  } catch (cause) {
    if (isOfSystem(cause)) throw cause;
    throw new OperatorError(
      'BACKUP_KEY does not open this backup: it was made with another key, or its first bytes were altered.',
      'Set BACKUP_KEY to the key of the time when it was made, or take another backup.',
      { cause },
    );
  }
  try {
    yield* fromWebStream(opened);
  } catch (cause) {
    throw isOfSystem(cause) ? cause : cutOrAltered(cause);
  }
}
