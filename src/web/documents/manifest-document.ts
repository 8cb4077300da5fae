import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { document } from '#src/web/answers/document.ts';
import { PAPER } from '#src/web/media/station-mark.ts';

/** `/manifest.webmanifest` (W3C Web Application Manifest): the site as an application on phones and desktops. */
export function manifestDocument(request: Request, station: StationConfig): Promise<Response> {
  const icon = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    id: '/',
    name: station.name,
    short_name: station.name,
    lang: DEFAULT_LANGUAGE,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['music', 'entertainment'],
    icons: [
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
  };
  return document(request, JSON.stringify(manifest), {
    contentType: 'application/manifest+json; charset=utf-8',
    cacheControl: 'public, max-age=3600',
  });
}
