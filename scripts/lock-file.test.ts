import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');

const packageSchema = z.object({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
});
const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
const { packages } = z.object({ packages: z.record(z.string(), packageSchema) }).parse(JSON.parse(text));
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('what is installed anywhere comes from the registry, and is what was chosen, byte for byte', () => {
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(installed.filter(([, { resolved, link }]) => resolved !== undefined || link)).toEqual([]);
});

test('no package counts on a script of its own: an install runs none, and nor does one by hand', () => {
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  // Its script fetches an ffmpeg program that nothing here calls; the library comes as a package.
  expect(withScript).toEqual(['node_modules/node-av']);
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
});

test('a command of ours counts on no `pre` script: npm runs none of those either', () => {
  const bare = Object.entries(manifest.scripts).filter(
    ([, line]) => !/^(trap 'exit 130' INT TERM HUP; )?node scripts\/setup\.cjs/.test(line),
  );
  expect(bare.map(([name]) => name)).toEqual(['sbom']);
});
