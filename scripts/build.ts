import { ensureBuilt } from '../src/cli/ensure-built.ts';

/** Builds the pages when they changed; what the browser tests and `npm run bench` start from. */
await ensureBuilt(() => console.log('Building the pages…'));
