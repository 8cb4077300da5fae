import type { Command } from 'commander';
import { DAY_MS } from '#src/contract/durations.ts';
import { reportSlots, type SlotReport } from '#src/features/slots/slot-counts.server.ts';
import { printable } from '#src/platform/log/printable.ts';
import { openStationDatabase } from './open-station-database.ts';
import { daysUpTo } from './read-days.ts';

const DAYS = 31;
const DAYS_MAX = 3_660;

/** `onde adverts`: how often each advert on the site was seen and followed, a day a line. */
export function registerAdverts(program: Command): void {
  program
    .command('adverts')
    .description('Say how often each advert on the site was seen and followed, day by day')
    .option('--days <count>', 'how many days back', daysUpTo(DAYS_MAX), DAYS)
    .action(({ days }: { days: number }) => report(days));
}

async function report(days: number): Promise<void> {
  await using db = await openStationDatabase();
  // A day of the station may be one ahead of UTC's or one behind.
  const since = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  const slots = await reportSlots(db, since);
  for (const slot of slots) process.stdout.write(`${describe(slot)}\n`);
  if (slots.length === 0)
    process.stdout.write(`No advert has been seen since ${since}. docs/station.md says how to show one.\n`);
}

function describe({ place, image, link, days }: SlotReport): string {
  const sum = (of: 'views' | 'clicks') => days.reduce((total, day) => total + day[of], 0);
  return [
    `${place} · ${printable(image)} · ${printable(link)}`,
    ...days.map(({ day, views, clicks }) => `    ${day} · ${counted(views, clicks)}`),
    `    together · ${counted(sum('views'), sum('clicks'))}`,
  ].join('\n');
}

function counted(views: number, clicks: number): string {
  return `${views} ${views === 1 ? 'view' : 'views'} · ${clicks} ${clicks === 1 ? 'click' : 'clicks'}`;
}
