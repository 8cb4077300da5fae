import type { Command } from 'commander';
import { ownNotice } from '#src/features/legal/notice/own-notice.server.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { readStationConfig } from '#src/station/config/read-station-config.ts';
import { stationConfig } from '#src/station/config/station-config.ts';

/** `onde legal`: prints the legal notice that pages show while the station has none of its own, to begin one with. */
export function registerLegal(program: Command): void {
  program
    .command('legal')
    .description('Print the legal notice that stands in for legal.fr.md, filled from station.yaml')
    .option('--english', 'the excerpt that stands in for legal.en.md')
    .action(async ({ english = false }: { english?: boolean }) => {
      const settings = readSettings(process.env);
      const { config } = await readStationConfig(settings.stationDir);
      const notice = ownNotice(config ?? stationConfig({}), settings);
      process.stdout.write(`${english ? notice.en : notice.fr}\n`);
    });
}
