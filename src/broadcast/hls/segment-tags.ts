import { createHmac } from 'node:crypto';
import type { StreamId } from '#src/contract/streams.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';

/** Letters of a tag: 132 bits. */
export const TAG_LETTERS = 22;
const PURPOSE = 'segment address';

/**
 * What stands behind the number in the address of a member's segment: only somebody who was told it can know
 * it [W141]. It is the same for all members and after a restart, so that a cache has one copy.
 */
export class SegmentTags {
  readonly #key: Buffer | null;

  /** @param secret where the instance's secret lies; without it no token counts either, and nobody gets a tag */
  constructor(secret: string) {
    this.#key = keyOrNull(secret);
  }

  tagOf(streamId: StreamId, number: number): string {
    if (this.#key === null) return '';
    const signature = createHmac('sha256', this.#key).update(`${streamId}/${number}`);
    return signature.digest('base64url').slice(0, TAG_LETTERS);
  }

  isRight(streamId: StreamId, number: number, tag: string): boolean {
    const right = this.tagOf(streamId, number);
    return right !== '' && isSameSecret(tag, right);
  }
}

/** The check of tokens, which needs the same secret, tells the operator that it cannot be read. */
function keyOrNull(secret: string): Buffer | null {
  try {
    return instanceKey(secret, PURPOSE);
  } catch {
    return null;
  }
}
