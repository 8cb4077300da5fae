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
