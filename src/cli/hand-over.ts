import type { Command } from 'commander';
import { requestHandOver } from '#src/broadcast/supervision/control-door.ts';
import { controlSocket } from '#src/broadcast/supervision/socket-folder.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { readSettings } from '#src/platform/settings/settings.ts';

/** `onde hand-over`: lets another machine of the group take over; this one stands by from then on [R201]. */
export function registerHandOver(program: Command): void {
  program
    .command('hand-over')
    .description('Let the other machine of the group take over; this one stands by')
    .action(async () => {
      const { dataDir } = readSettings(process.env);
      await requestHandOver(controlSocket(dataFolder(dataDir)));
      process.stdout.write('The other machine is on the air; this one stands by.\n');
    });
}
