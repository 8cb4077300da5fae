import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './src/web/bundle/compress-assets.ts';

export default {
  appDirectory: 'src',
  ssr: true,
  // The routes are few: telling the browser all at once saves a request on the first hover.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    await compressAssets(join(reactRouterConfig.buildDirectory, 'client'));
  },
} satisfies Config;
