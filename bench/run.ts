import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#src/cli/ensure-built.ts';
import { backup } from './backup.ts';
import { day } from './day.ts';
import { endpoints } from './endpoints.ts';
import { fanOut } from './fan-out.ts';
import { faults } from './faults.ts';
import { herd } from './herd.ts';
import { idle } from './idle.ts';
import { importSpeed } from './import-speed.ts';
import { joins } from './joins.ts';
import { members } from './members.ts';
import { outage } from './outage.ts';
import { pages } from './pages.ts';
import { pressToPlay } from './press-to-play.ts';
import { isReached, type Result, ratioOf } from './result.ts';
import { rotation } from './rotation.ts';
import { site } from './site.ts';
import { standby } from './standby.ts';
import { titlePoll } from './title-poll.ts';
import { titles } from './titles.ts';

/**
 * `npm run bench [name …]`: each figure beside its peer's of the same run, the ratio, and whether the goal is
 * reached.
 */
const BENCHES: Record<string, () => Promise<Result[]>> = {
  idle,
  'fan-out': fanOut,
  herd,
  'press-to-play': pressToPlay,
  pages,
  site,
  'title-poll': titlePoll,
  titles,
  outage,
  standby,
  faults,
  import: importSpeed,
  joins,
  rotation,
  day,
  members,
  backup,
  'endpoints-sqlite': () => endpoints('SQLite'),
  'endpoints-postgres': () => endpoints('PostgreSQL'),
};

const asked = process.argv.slice(2);
await ensureBuilt(() => console.log('Building the pages…'));
const results: Result[] = [];
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n${name}`);
  for (const result of await bench()) {
    results.push(result);
    console.log(line(result));
  }
}
const folder = join(import.meta.dirname, 'results');
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, 'latest.json'),
  JSON.stringify(
    { at: new Date().toISOString(), cpu: cpus()[0]?.model, node: process.version, results },
    null,
    2,
  ),
);
process.exitCode = results.every(isReached) ? 0 : 1;

function line(result: Result): string {
  const ratio = ratioOf(result);
  const peer = result.peer ? `  ${result.peer.name}: ${shown(result.peer.figure)} ${result.unit}` : '';
  return `  ${isReached(result) ? 'ok  ' : 'MISS'} ${result.what}: ${shown(result.onde)} ${result.unit}${peer}${ratio === null ? '' : `  ratio ${ratio.toFixed(3)}`}  (goal: ${goalText(result)})`;
}

function goalText({ goal }: Result): string {
  const bound = goal.atMost === undefined ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  return goal.of === 'ratio' ? `ratio ${bound}` : bound;
}

function shown(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toPrecision(3);
}
