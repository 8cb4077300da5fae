import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageServices } from '#src/page/page-services.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { StaticFiles } from '#src/web/answers/static-files.ts';
import type { OutsideOrigins } from '#src/web/security/content-security-policy.ts';
import { BuiltPages } from './built-pages.ts';
import { createPageApplication } from './page-application.ts';

/** Opens what `react-router build` wrote below `root`. Throws an OperatorError when there is no build. */
export async function openBuiltPages(options: {
  root: string;
  services: PageServices;
  origin: string;
  outside: () => OutsideOrigins;
  clock: Clock;
}): Promise<BuiltPages> {
  const server = join(options.root, 'build', 'server', 'index.js');
  if (!existsSync(server))
    throw new OperatorError(
      'The pages have not been built.',
      'Run `npm run build` once, or use `npm start`, which does it by itself.',
    );
  const imported: unknown = await import(pathToFileURL(server).href);
  return new BuiltPages({
    ...options,
    render: createPageApplication(imported, options.services, 'production'),
    files: await StaticFiles.open(join(options.root, 'build', 'client')),
  });
}
