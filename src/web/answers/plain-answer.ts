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
