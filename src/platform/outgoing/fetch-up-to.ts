/** As libraries ask: with bytes of any memory, or with nothing. */
type Asked = Omit<RequestInit, 'body'> & { body?: RequestInit['body'] | Uint8Array | undefined };

/**
 * As fetch, for answers up to a size: to read a longer one fails, and no more of it is taken.
 * @param bytesMax counted once the answer is unpacked
 */
export function fetchUpTo(bytesMax: number): (url: string, asked: Asked) => Promise<Response> {
  return async (url, asked) => {
    const body = asked.body instanceof Uint8Array ? new Uint8Array(asked.body) : (asked.body ?? null);
    const answer = await fetch(url, { ...asked, body });
    if (answer.body === null) return answer;
    let bytes = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength;
        if (bytes > bytesMax) throw new Error(`The answer has more than ${bytesMax} bytes.`);
        controller.enqueue(part);
      },
    });
    return new Response(answer.body.pipeThrough(counted), answer);
  };
}
