import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };

/** What `onde --version` says, and `onde version`, which people type as well. */
export const VERSION = `onde ${manifest.version}, Node ${process.versions.node}`;

export function registerVersion(program: Command): void {
  program
    .command('version')
    .description('Say which version this is, as --version does')
    .action(() => {
      process.stdout.write(`${VERSION}\n`);
    });
}
