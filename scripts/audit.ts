import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exceptionsSchema, judgeAudit } from './judge-audit.ts';

/**
 * Asks the registry for advisories on the packages that a station runs. Fails at a grave one alone; the rule, and how
 * an exception is made, stand in docs/security.md.
 */
const ANSWER_MAX_MS = 30_000;
const QUICK = ['--fetch-retries=0', '--fetch-timeout=10000'];

const root = resolve(import.meta.dirname, '..');
const exceptions = exceptionsSchema.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'audit-exceptions.json'), 'utf8')),
);
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...QUICK], {
  cwd: root,
  encoding: 'utf8',
  timeout: ANSWER_MAX_MS,
});
const { failures, notes } = judgeAudit(
  parsedOrNull(stdout),
  exceptions,
  new Date().toISOString().slice(0, 10),
);
for (const note of notes) console.log(`NOTE  ${note}`);
for (const failure of failures) console.log(failure);
if (failures.length > 0)
  console.log('Update the package, or write an exception with an end into scripts/audit-exceptions.json.');
process.exitCode = failures.length > 0 ? 1 : 0;

function parsedOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}
