import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { translate } from '#src/i18n/translate.ts';
import { GROUNDS } from '#src/page/theme/grounds.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { documentAnswer } from '#src/web/answers/document.ts';
import { PICTURED_NAME, type ScreenPictures } from '#src/web/media/screen-pictures.ts';

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
