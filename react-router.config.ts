import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './src/web/bundle/compress-assets.ts';
import { checkBudget } from './src/web/bundle/first-visit.ts';

export default {
  appDirectory: 'src',
  ssr: true,
  // The routes are few: telling the browser all at once saves a request on the first hover.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const clientFolder = join(reactRouterConfig.buildDirectory, 'client');
    await compressAssets(clientFolder);
    const bytes = checkBudget(clientFolder, 'budget.json');
    console.log(`First visit to the home page: ${bytes} bytes of script after brotli.`);
  },
} satisfies Config;
