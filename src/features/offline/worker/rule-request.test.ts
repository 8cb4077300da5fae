import { expect, test } from 'vitest';
import { isKept, ruleRequest } from './rule-request.ts';

const ORIGIN = 'https://radio.example.org';

function ruled(
  path: string,
  more: { method?: string; destination?: RequestDestination; range?: boolean } = {},
) {
  const { method = 'GET', destination = '', range = false } = more;
  const headers = new Headers(range ? { range: 'bytes=0-' } : {});
  return ruleRequest({ method, destination, headers, url: new URL(path, ORIGIN).href }, ORIGIN);
}
const opened = (path: string) => ruled(path, { destination: 'document' });

test('pages that somebody opens, files of the build and titles are the worker’s', () => {
  const pages = ['/', '/fr/dance', '/de/hits/info-titre/a-b.c', '/dance', '/player/club', '/fr/nowhere'];
  expect(pages.map(opened)).toEqual(pages.map(() => 'page'));
  expect(ruled('/assets/app-1a2b.js')).toBe('asset');
  expect(ruled('/titre.json?kept')).toBe('titles');
});

test('sound, ranges, events, calls and all else are left alone [R86]', () => {
  for (const path of [
    '/stream/dance.mp3?session=0123456789abcdef',
    '/previews/a_b.mp3',
    '/videos/a_b.mp4',
    '/podcasts/show/1.mp3',
    '/now-playing/events',
    '/api-proxy.php?endpoint=profile',
    '/covers/a_b.jpg',
    '/weekDance.xml',
    '/readyz?part=web',
    'https://cdn.example.org/assets/app-1a2b.js',
  ])
    expect([path, ruled(path)]).toEqual([path, 'none']);
  expect(ruled('/assets/app-1a2b.js', { range: true })).toBe('none');
  expect(ruled('/titre.json')).toBe('none');
  expect(ruled('/titre.json?kept', { method: 'HEAD' })).toBe('none');
  // A frame has no room for the offline page.
  expect(ruled('/player/dance', { destination: 'iframe' })).toBe('none');
  expect(ruled('/fr/dance', { method: 'POST', destination: 'document' })).toBe('none');
});

test('an address with a secret is left alone, though somebody opens it [R86]', () => {
  for (const path of [
    '/validate-email?token=x&lang=fr',
    '/reset-password?token=x',
    '/fr/dance?google_auth=success&token=x',
    '/fr/dance?apple_auth=error',
    '/player/lounge#token=x&user=y',
    '/player/lounge?a=1#user=y&token=x',
    '/fr/dance?tok%65n=x',
    '/auth/google',
    '/api-proxy.php?endpoint=export',
  ])
    expect([path, opened(path)]).toEqual([path, 'none']);
});

test('a copy is kept of pages that came well and are of no member', () => {
  const page = (more: { ok?: boolean; type?: ResponseType; cache?: string; media?: string } = {}) => ({
    ok: more.ok ?? true,
    type: more.type ?? 'basic',
    redirected: false,
    headers: new Headers({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-type': more.media ?? 'text/html; charset=utf-8',
      'cache-control': more.cache ?? 'no-cache',
    }),
  });
  expect(isKept(`${ORIGIN}/fr/dance`, page())).toBe(true);
  expect(isKept(`${ORIGIN}/fr/dance`, page({ ok: false }))).toBe(false);
  expect(isKept(`${ORIGIN}/`, page({ ok: false, type: 'opaqueredirect' }))).toBe(false);
  expect(isKept(`${ORIGIN}/fr/dance`, page({ cache: 'no-store' }))).toBe(false);
  expect(isKept(`${ORIGIN}/robots.txt`, page({ media: 'text/plain' }))).toBe(false);
  for (const path of [
    '/fr/dance/profile',
    '/fr/dance/profile/diary',
    '/lovepuls/zoe',
    '/fr/dance/pseudo-selection',
  ])
    expect([path, isKept(`${ORIGIN}${path}`, page())]).toEqual([path, false]);
});
