import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const packageSchema = z.object({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
});
const text = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');
const { packages } = z.object({ packages: z.record(z.string(), packageSchema) }).parse(JSON.parse(text));
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('what is installed anywhere comes from the registry, and is what was chosen, byte for byte', () => {
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(installed.filter(([, { resolved, link }]) => resolved !== undefined || link)).toEqual([]);
});

test('no package counts on a script of its own: an install runs none', () => {
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  // Its script fetches an ffmpeg program that nothing here calls; the library comes as a package.
  expect(withScript).toEqual(['node_modules/node-av']);
});
