import { join, resolve } from 'node:path';
import { CLIENT } from '../src/app/build/build-folders.ts';
import { checkBudget } from '../src/app/build/first-visit.ts';
import { ensureBuilt } from '../src/cli/ensure-built.ts';
import { OperatorError } from '../src/platform/errors/operator-error.ts';

/**
 * Builds the pages when they changed, and weighs the home page: what the browser tests start from. `npm
 * start` builds too, but a station goes on air whatever the page weighs.
 */
const root = resolve(import.meta.dirname, '..');
const folder = await ensureBuilt(() => console.log('Building the pages…'), undefined, root).catch(
  (error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    console.error(`${error.message}\n${error.remedy}`);
    process.exit(error.exitCode);
  },
);
const bytes = checkBudget(join(folder, CLIENT), join(root, 'budget.json'));
console.log(`First visit to the home page: ${bytes} bytes of script after brotli.`);
