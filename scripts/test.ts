import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { openScratchFolder } from './scratch-folder.ts';

/**
 * `npm test`: every check in turn, one line a suite, when it ends and again at the end of all, a non-zero exit when one
 * failed, and the sum as the last line.
 */
const root = resolve(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const reportFile = (suite: string) => join(root, 'node_modules', `.onde-test-report-${suite}.json`);

interface Outcome {
  passed: number;
  failed: number;
}
const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  success: z.boolean(),
});

const CHECKS: [name: string, command: string, words: string[]][] = [
  ['types', process.execPath, ['node_modules/typescript-7/bin/tsc', '--noEmit']],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings']],
  ['import directions', bin('depcruise'), ['src', 'demo', '--config', '.dependency-cruiser.cjs']],
  ['circles of rooms', bin('depcruise'), ['src', 'demo', '--config', '.dependency-cruiser.rooms.cjs']],
  ['unused code', bin('knip'), []],
  ['advisories', process.execPath, ['scripts/audit.ts']],
];
/**
 * The suites of a lane run in turn, the lanes side by side: what the first one computes leaves little time
 * unused that the second one waits, half of its own for what a radio plays at its own pace.
 */
const LANES = [
  ['unit', 'wire-sqlite', 'wire-postgres'],
  ['broadcast', 'engines', 'browser'],
];
/** Half of the checks use one core alone. */
const CHECKS_AT_ONCE = 2;
/** Needs no program but Node. */
const FIRST_SUITE = 'unit';

const only = process.argv.slice(2);
const wanted = (name: string) => only.length === 0 || only.includes(name);
const total: Outcome = { passed: 0, failed: 0 };
const tallies: string[] = [];

using scratch = openScratchFolder();
const checks = CHECKS.filter(([name]) => wanted(name) || wanted('checks'));
// The suites of browsers need built pages.
if (['browser', 'engines', 'build'].some(wanted))
  checks.unshift(['build', process.execPath, ['scripts/build.ts']]);
// Debian's packages take a core a minute or two, once a machine: what needs none of them does not wait.
const programs = LANES.flat().some((name) => name !== FIRST_SUITE && wanted(name))
  ? installPrograms()
  : Promise.resolve(true);
const queue = checks.values();
await sideBySide(
  Array.from({ length: CHECKS_AT_ONCE }, () => queue),
  ([name, command, words]) => check(name, command, words),
);
await sideBySide(LANES, async (name) => {
  if (wanted(name) && (name === FIRST_SUITE || (await programs))) tally(name, await suite(name));
});

// What each of the suites has printed meanwhile stands between their lines.
console.log(['', ...tallies].join('\n'));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Takes what is in a lane in turn, and all lanes at once; two may draw from one queue. */
async function sideBySide<Job>(
  lanes: readonly Iterable<Job>[],
  run: (job: Job) => Promise<void>,
): Promise<void> {
  await Promise.all(
    lanes.map(async (lane) => {
      for (const job of lane) await run(job);
    }),
  );
}

/** Returns whether all are there; it says itself what it lacks. */
async function installPrograms(): Promise<boolean> {
  const run = spawn(process.execPath, ['scripts/programs.cjs'], { cwd: root, stdio: 'inherit' });
  const [status] = await once(run, 'close');
  tally('programs', status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  return status === 0;
}

async function check(name: string, command: string, words: string[]): Promise<void> {
  const run = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(run, 'close').then(
    ([status]) => ({ status, why: '' }),
    (error: Error) => ({ status: null, why: error.message }),
  );
  const [said, complained, { status, why }] = await Promise.all([text(run.stdout), text(run.stderr), closed]);
  if (status === 0) for (const [note] of said.matchAll(/^NOTE .*$/gm)) console.log(note);
  else console.log(`${said}${complained}${why}`);
  tally(name, status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

async function suite(name: string): Promise<Outcome> {
  const report = reportFile(name);
  rmSync(report, { force: true });
  const words = [
    'run',
    '--project',
    name,
    '--reporter=default',
    '--reporter=./scripts/unsteady-tests.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const run = spawn(bin('vitest'), words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...scratch.environment, CI: 'true' },
  });
  const [status] = await once(run, 'close');
  try {
    const said = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    const failed =
      said.numFailedTests + (said.numFailedTests === 0 && (status !== 0 || !said.success) ? 1 : 0);
    return { passed: said.numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function tally(name: string, { passed, failed }: Outcome): void {
  total.passed += passed;
  total.failed += failed;
  const line = `${failed > 0 ? 'FAILED' : 'ok'}  ${name}: ${passed} passed, ${failed} failed`;
  tallies.push(line);
  console.log(line);
}
