import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EMBED_MANIFEST, MANIFEST, readManifest } from '#src/app/build/build-manifest.ts';
import type { StyleSheet } from '#src/app/page-assets.ts';
import type { PageServices } from '#src/page/wire/page-services.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { StaticFiles } from '../answers/static-files.ts';
import type { OutsideOrigins } from '../security/content-security-policy.ts';
import { readBuiltAssets } from './built-assets.ts';
import { BuiltPages } from './built-pages.ts';
import { requireRenderer } from './page-renderer.ts';

/**
 * Opens what `npm run build` wrote below `root`.
 * @throws {OperatorError} when there is no build
 */
export async function openBuiltPages(options: {
  root: string;
  services: PageServices;
  origin: string;
  outside: () => OutsideOrigins;
  clock: Clock;
}): Promise<BuiltPages> {
  const client = join(options.root, 'build', 'client');
  const server = join(options.root, 'build', 'server', 'entry-server.js');
  if (!existsSync(server))
    throw new OperatorError(
      'The pages have not been built.',
      'Run `npm run build` once, or use `npm start`, which does it by itself.',
    );
  const { renderPage } = requireRenderer(await import(pathToFileURL(server).href));
  const files = await StaticFiles.open(client);
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
