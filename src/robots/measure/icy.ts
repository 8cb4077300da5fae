/** A title as the stream told it, behind so many bytes of sound. */
export interface ToldTitle {
  readonly atByte: number;
  readonly title: string;
}

/**
 * Parts sound and titles of an ICY stream: behind every `interval` bytes of sound stands a length byte, and so many
 * times 16 bytes of text.
 */
export function parseIcy(body: Buffer, interval: number): { sound: Buffer; titles: ToldTitle[] } {
  const parts: Buffer[] = [];
  const titles: ToldTitle[] = [];
  let at = 0;
  let sounded = 0;
  while (at < body.length) {
    const part = body.subarray(at, at + interval);
    parts.push(part);
    sounded += part.length;
    at += part.length;
    const length = 16 * (body[at] ?? 0);
    const text = body.subarray(at + 1, at + 1 + length);
    if (part.length < interval || text.length < length) break;
    const title = /^StreamTitle='(.*?)';/s.exec(text.toString('utf8'))?.[1];
    if (title !== undefined) titles.push({ atByte: sounded, title });
    at += 1 + length;
  }
  return { sound: Buffer.concat(parts), titles };
}
