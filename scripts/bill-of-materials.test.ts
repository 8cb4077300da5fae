import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { billOfMaterials } from './bill-of-materials.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { dependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(read('package.json'));

test('the bill names each package that a station runs with its checksum, and none that only tests need', () => {
  const { components, metadata } = billOfMaterials(read('package-lock.json'));
  expect(metadata.component).toMatchObject({ type: 'application', name: 'onde' });
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  expect(named.size).toBe(components.length);
  const missing = Object.entries(dependencies).filter(([name, version]) => !named.has(`${name}@${version}`));
  expect(missing).toEqual([]);
  const ofTests = ['vitest', 'playwright-core', 'oidc-provider', 'lighthouse', 'typescript'];
  expect(components.filter(({ name }) => ofTests.includes(name))).toEqual([]);
  expect(components.filter(({ hashes }) => hashes?.[0]?.content.length !== 128)).toEqual([]);
});

test('what needs what is told of packages that are there', () => {
  const { components, dependencies: needs, metadata } = billOfMaterials(read('package-lock.json'));
  const known = new Set(components.map(({ purl }) => purl));
  expect(needs.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
  const own = needs.find(({ ref }) => ref === metadata.component.purl);
  expect(own?.dependsOn.length).toBeGreaterThanOrEqual(Object.keys(dependencies).length);
});

test('of two versions of a package each is found from where it is needed', () => {
  const bill = billOfMaterials({
    packages: {
      '': { name: 'radio', version: '1.0.0', dependencies: { a: '1', b: '1' }, devDependencies: { t: '1' } },
      'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { '@s/b': '2' } },
      'node_modules/a/node_modules/@s/b': { version: '2.0.0', license: '(MIT OR Apache-2.0)' },
      'node_modules/@s/b': { version: '1.0.0' },
      'node_modules/b': {
        version: '1.0.0',
        dependencies: { '@s/b': '1' },
        optionalDependencies: { gone: '1' },
      },
      'node_modules/t': { version: '1.0.0', dev: true },
    },
  });
  expect(bill.dependencies).toEqual([
    { ref: 'pkg:npm/radio@1.0.0', dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0'] },
    { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/%40s/b@2.0.0'] },
    { ref: 'pkg:npm/%40s/b@2.0.0', dependsOn: [] },
    { ref: 'pkg:npm/%40s/b@1.0.0', dependsOn: [] },
    { ref: 'pkg:npm/b@1.0.0', dependsOn: ['pkg:npm/%40s/b@1.0.0'] },
  ]);
  expect(bill.components.map(({ licenses }) => licenses)).toEqual([
    [{ license: { id: 'MIT' } }],
    [{ expression: '(MIT OR Apache-2.0)' }],
    undefined,
    undefined,
  ]);
});
