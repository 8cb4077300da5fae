/**
 * Bytes that one address may leave unread in the kernel: a few large downloads on a fast line, or 170 streams that
 * stand still.
 */
export const UNREAD_PER_ADDRESS_BYTES = 8 * 1024 * 1024;
/** A peer that has taken a quarter of what waited, or this many bytes, since the last look is reading. */
const READING_SHARE = 1 / 4;
const READING_BYTES = 64 * 1024;

/** A connection that has much waiting for its peer. */
export interface Unread {
  /** addressKey of the peer. */
  readonly key: string;
  readonly unreadBytes: number;
  /** Taken by the peer since the last look; null when there was none. */
  readonly takenBytes: number | null;
}

/**
 * The connections to close: of each address that leaves too much unread, the ones with most bytes waiting that take
 * none.
 */
export function chooseUnread<T extends Unread>(connections: readonly T[]): T[] {
  return [...Map.groupBy(connections, ({ key }) => key).values()].flatMap((ofAddress) => {
    let tooMuch = ofAddress.reduce((sum, { unreadBytes }) => sum + unreadBytes, -UNREAD_PER_ADDRESS_BYTES);
    const chosen: T[] = [];
    for (const one of ofAddress.toSorted((a, b) => b.unreadBytes - a.unreadBytes)) {
      if (tooMuch <= 0) break;
      if (isReading(one)) continue;
      chosen.push(one);
      tooMuch -= one.unreadBytes;
    }
    return chosen;
  });
}

function isReading({ takenBytes, unreadBytes }: Unread): boolean {
  return takenBytes === null || takenBytes >= Math.min(READING_BYTES, unreadBytes * READING_SHARE);
}
