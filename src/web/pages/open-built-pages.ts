import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EMBED_MANIFEST, MANIFEST, readManifest } from '#src/app/build/build-manifest.ts';
import type { StyleSheet } from '#src/app/page-assets.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { StaticFiles } from '../answers/static-files.ts';
import type { OutsideOrigins } from '../security/content-security-policy.ts';
import { readBuiltAssets } from './built-assets.ts';
import { BuiltPages } from './built-pages.ts';
import type { Build } from './open-build.ts';
import { requireRenderer } from './page-renderer.ts';

/** The pages of a build. */
export async function openBuiltPages(options: {
  build: Build;
  services: PageServices;
  origin: string;
  outside: () => OutsideOrigins;
  clock: Clock;
}): Promise<BuiltPages> {
  const { client, server, otherClients } = options.build;
  const entry = pathToFileURL(join(server, 'entry-server.js')).href;
  const { renderPage } = requireRenderer(await import(entry));
  const files = await StaticFiles.open(client, otherClients);
  const assets = await readBuiltAssets(
    readManifest(client, MANIFEST),
    readManifest(client, EMBED_MANIFEST),
    files,
  );
  return new BuiltPages({
    ...options,
    render: (request) => renderPage(request, { services: options.services, assets }),
    files,
    fontFaces: fontFacesOf(assets.of(undefined).styles),
  });
}

/** The home page's own sheets begin with them. */
function fontFacesOf(styles: readonly StyleSheet[]): string {
  return styles.flatMap(({ text }) => text?.match(/@font-face\s*\{[^}]*\}/g) ?? []).join('');
}
