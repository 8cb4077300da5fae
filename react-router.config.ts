import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  ssr: true,
  // The routes are few: telling the browser all at once saves a request on the first hover.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
