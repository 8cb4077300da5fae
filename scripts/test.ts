import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { openScratchFolder } from './scratch-folder.ts';

/**
 * `npm test`: every check in turn, one line a suite, a non-zero exit when one failed, and the sum as the last
 * line.
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
 * Rows run one after another, the lanes of a row side by side, the suites of a lane in turn. Broadcast waits
 * half of its time, so both engines of the wire go beside it. The two suites of browsers need built
 * pages; the engines mostly wait for sound.
 */
const SUITES = [[['unit']], [['wire-sqlite', 'wire-postgres'], ['broadcast']], [['browser'], ['engines']]];

const only = process.argv.slice(2);
const wanted = (name: string) => only.length === 0 || only.includes(name);
const total: Outcome = { passed: 0, failed: 0 };

using scratch = openScratchFolder();
for (const [name, command, words] of CHECKS)
  if (wanted(name) || wanted('checks')) tally(name, check(command, words));
if (['browser', 'engines', 'build'].some(wanted))
  tally('build', check(process.execPath, ['scripts/build.ts']));
for (const row of SUITES) {
  const lanes = row.map(async (lane) => {
    for (const name of lane.filter(wanted)) tally(name, await suite(name));
  });
  await Promise.all(lanes);
}

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

function check(command: string, words: string[]): Outcome {
  const run = spawnSync(command, words, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (run.status === 0) {
    for (const [note] of (run.stdout ?? '').matchAll(/^NOTE .*$/gm)) console.log(note);
    return { passed: 1, failed: 0 };
  }
  console.log(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error?.message ?? ''}`);
  return { passed: 0, failed: 1 };
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
  console.log(`${failed > 0 ? 'FAILED' : 'ok'}  ${name}: ${passed} passed, ${failed} failed`);
}
