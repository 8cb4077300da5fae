import type { Command } from 'commander';
import { requestReload } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket } from '#src/broadcast/supervision/socket-folder.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';

/**
 * `onde reload`: replaces the web process of the running instance without dropping a request or a listener.
 */
export function registerReload(program: Command): void {
  program
    .command('reload')
    .description('Replace the web process of the running instance; nobody notices')
    .action(async () => {
      const { dataDir } = readSettings(process.env);
      await requestReload(controlSocket(dataFolder(dataDir)));
      process.stdout.write('The web process was replaced.\n');
    });
}
