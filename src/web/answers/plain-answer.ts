/** An answer in plain words, for addresses that no person reads. */
export function plainAnswer(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

export const READ_METHODS: readonly string[] = ['GET', 'HEAD'];

/** What an address answers to a method that is not one of its own: 405, or what `OPTIONS` asks. */
export function otherMethodAnswer({ method }: Request, methods: readonly string[]): Response {
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return plainAnswer(405, `This address answers ${methods.join(' and ')} alone.`, { allow });
}

/**
 * Leads to the address that something has now, query included. Asked each time: an earlier name may become
 * somebody else's, or be taken back.
 * @param address path from `/`
 */
export function movedAnswer(request: Request, address: string): Response {
  return new Response(null, {
    status: 301,
    headers: {
      location: address + new URL(request.url).search,
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    },
  });
}
