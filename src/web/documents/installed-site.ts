import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { HASHED_KEPT_SECONDS, SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { translate } from '#src/i18n/translate.ts';
import { GROUNDS } from '#src/page/theme/grounds.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { documentAnswer } from '#src/web/answers/document.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { StoredAnswer } from '#src/web/answers/stored-answer.ts';

/** The icons that systems show by themselves: address, edge in pixels, purpose. */
const ICONS = [
  ['/icon-192.png', 192, 'any'],
  ['/icon-512.png', 512, 'any'],
  ['/icon-maskable-192.png', 192, 'maskable'],
  ['/icon-maskable-512.png', 512, 'maskable'],
  ['/icon-monochrome-512.png', 512, 'monochrome'],
] as const;
const LOGO_PIXELS = 512;

/**
 * `/manifest.webmanifest` (W3C Web Application Manifest): the site as an application on phones and desktops
 * [R85, R106, W107]. The addresses in it name no language: each leads to the visitor's own. Its words are in
 * that of `?lang=`, which the page asks with; in whatever language, it is the same application.
 */
export function manifestDocument(
  request: Request,
  { name, streams }: Pick<StationConfig, 'name' | 'streams'>,
  screens: ScreenPictures,
): Promise<Response> {
  const asked = new URL(request.url).searchParams.get('lang');
  const language = isLanguage(asked) ? asked : DEFAULT_LANGUAGE;
  const genres = streams.map(({ genre }) => genre[language]).filter((genre) => genre !== '');
  const manifest = {
    id: '/',
    name,
    short_name: name,
    description: translate(language, 'home.description', { streams: genres.join(', ') }),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: GROUNDS.light,
    theme_color: GROUNDS.light,
    categories: ['music', 'entertainment'],
    icons: ICONS.map(([src, pixels, purpose]) => icon(src, pixels, purpose)),
    ...(name === PICTURED_NAME && {
      screenshots: screens.list.map(({ path, sizes, type, formFactor, label }) => ({
        src: path,
        sizes,
        type,
        form_factor: formFactor,
        label: translate(language, label),
      })),
    }),
    shortcuts: streams.map((stream) => ({
      name: stream.name,
      ...(stream.genre[language] && { description: stream.genre[language] }),
      url: `/${stream.id}`,
      icons: [icon(`/logo-${stream.image}.png`, LOGO_PIXELS, 'any')],
    })),
  };
  return documentAnswer(request, JSON.stringify(manifest), {
    contentType: 'application/manifest+json; charset=utf-8',
    cacheControl: `public, max-age=${SITE_KEPT_SECONDS}`,
  });
}

function icon(src: string, pixels: number, purpose: string) {
  return { src, sizes: `${pixels}x${pixels}`, type: 'image/png', purpose };
}

const SCREENS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'assets', 'screens');
const SCREEN_TYPE = 'image/webp';
/** An address carries the hash of its picture. */
const SCREENS_KEPT = `public, max-age=${HASHED_KEPT_SECONDS}, immutable`;

/** The radio's name in the pictures: another one's sheet would show a radio that it is not. */
const PICTURED_NAME = 'Onde';

const SCREENS = [
  { file: 'home-narrow', sizes: '540x1170', formFactor: 'narrow', label: 'frame.nav.home' },
  { file: 'player-narrow', sizes: '540x1170', formFactor: 'narrow', label: 'player.label' },
  { file: 'home-wide', sizes: '1280x800', formFactor: 'wide', label: 'frame.nav.home' },
] as const satisfies { file: string; sizes: string; formFactor: 'narrow' | 'wide'; label: TextKey }[];

/** Pictures of the site for the sheet in which a browser offers to install it [R106]. */
export class ScreenPictures {
  readonly list = SCREENS.map(({ file, ...screen }) => {
    const bytes = new Uint8Array(readFileSync(join(SCREENS_FOLDER, `${file}.webp`)));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    return { ...screen, bytes, path: `/screens/${file}-${hash}.webp`, type: SCREEN_TYPE };
  });

  async answer(request: Request, pathname: string): Promise<Response> {
    const screen = this.list.find(({ path }) => path === pathname);
    if (screen === undefined) return plainAnswer(404, 'Not found');
    const headers = new Headers({
      'content-type': SCREEN_TYPE,
      'cache-control': SCREENS_KEPT,
      'access-control-allow-origin': '*',
    });
    return new StoredAnswer(200, headers, screen.bytes).respond(request);
  }
}

/** What the worker may do: ask the radio. */
const WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

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
  answer.headers.set('content-security-policy', WORKER_POLICY);
  return answer;
}
