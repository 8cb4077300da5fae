/** What the worker may do: ask the radio. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The worker that takes its leave: it is installed in the place of any other, removes all that workers of
 * ours kept, and then itself.
 */
const LEAVING = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('onde-')).map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
);
`;

/**
 * `/service-worker.js` [W107]. Browsers ask for it again by themselves, past what is kept.
 * @param options.built the worker of this build
 */
export async function workerDocument(options: {
  isOn: boolean;
  built: () => Promise<Response>;
}): Promise<Response> {
  const answer = options.isOn
    ? await options.built()
    : new Response(LEAVING, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
  answer.headers.set('cache-control', 'no-cache');
  answer.headers.set('content-security-policy', POLICY);
  return answer;
}
