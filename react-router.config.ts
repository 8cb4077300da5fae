import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './src/web/bundle/compress-assets.ts';
import { tightenCore } from './src/web/bundle/tighten-core.ts';

export default {
  appDirectory: 'src',
  ssr: true,
  // The routes are few: telling the browser all at once saves a request on the first hover.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client');
    await tightenCore(folder);
    await compressAssets(folder);
  },
} satisfies Config;
