import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const packageSchema = z.object({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  os: z.union([z.string(), z.array(z.string())]).optional(),
  link: z.boolean().default(false),
  hasInstallScript: z.boolean().default(false),
});
const text = readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');
const { packages } = z.object({ packages: z.record(z.string(), packageSchema) }).parse(JSON.parse(text));
const installed = Object.entries(packages).filter(([path]) => path !== '');

const unchecked = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));

test('what a station runs comes from the registry, and is what was chosen, byte for byte', () => {
  expect(unchecked.filter(([, { dev }]) => !dev)).toEqual([]);
  expect(installed.filter(([, { resolved, link }]) => resolved !== undefined || link)).toEqual([]);
});

test('so is what builds and tests it, but for the programs of other systems that the registry had not brought', () => {
  const elsewhere = /^node_modules\/(@biomejs\/cli|@oxc-parser\/binding)-[\w-]+$/;
  const others = unchecked.filter(
    ([path, { optional, os }]) => !(optional && os !== undefined && elsewhere.test(path)),
  );
  expect(others).toEqual([]);
  // No more may come; a lock that is completed lowers the number.
  expect(unchecked.length).toBeLessThanOrEqual(23);
});

test('no package counts on a script of its own: an install runs none', () => {
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  // Its script fetches an ffmpeg program that nothing here calls; the library comes as a package.
  expect(withScript).toEqual(['node_modules/node-av']);
});
