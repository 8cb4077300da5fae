import { createHash } from 'node:crypto';
import { AudioSource } from './audio-source.ts';

const ID_HEX_DIGITS = 32;

/**
 * Returns the identity of the audio in a file, 32 hex digits of the SHA-256 of its coded audio, which a new
 * name, other tags or another cover leave as it is; and the seconds of sound that its packets claim, 0 when
 * they claim none. Blocks while it reads the file. With `isWhole` a file must have all that it promises.
 * @throws {AudioSourceError} `not-audio`, `broken`, `unreadable`, `too-long`, and `cut-off` with `isWhole`
 */
export function hashAudio(path: string, { isWhole = false } = {}): { id: string; seconds: number } {
  using source = AudioSource.open(path);
  const hash = createHash('sha256');
  for (const packet of source.packets()) if (packet.data) hash.update(packet.data);
  if (isWhole) source.assertComplete(source.packetSeconds);
  return { id: hash.digest('hex').slice(0, ID_HEX_DIGITS), seconds: source.packetSeconds };
}
