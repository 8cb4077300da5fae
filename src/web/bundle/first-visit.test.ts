import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressAssets } from './compress-assets.ts';
import { checkBudget, homeScripts } from './first-visit.ts';

const manifest = {
  '/node_modules/@react-router/dev/dist/config/entry.client.tsx': {
    file: 'assets/entry.js',
    imports: ['_libraries.js'],
  },
  'src/root.tsx?__react-router-build-client-route': { file: 'assets/root.js', imports: ['_libraries.js'] },
  'src/features/home/home-page.tsx?route-chunk=main': { file: 'assets/home.js', imports: ['_core.js'] },
  'src/features/coming/coming-page.tsx?route-chunk=main': { file: 'assets/coming.js' },
  '_libraries.js': { file: 'assets/libraries.js' },
  '_core.js': { file: 'assets/core.js', imports: ['_libraries.js'] },
};

describe('homeScripts', () => {
  it('follows the imports of what the home page loads and leaves out other pages', () => {
    expect(homeScripts(manifest)).toEqual([
      'assets/core.js',
      'assets/entry.js',
      'assets/home.js',
      'assets/libraries.js',
      'assets/root.js',
    ]);
  });
});

describe('checkBudget', () => {
  let folder: string;
  const budget = () => join(folder, 'budget.json');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'onde-budget-'));
    mkdirSync(join(folder, '.vite'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
    for (const { file } of Object.values(manifest)) writeFileSync(join(folder, file), 'x'.repeat(5000));
    await compressAssets(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives the weight of a build within its budget, counted compressed', () => {
    writeFileSync(budget(), '{ "homeScriptBytes": 1000 }');
    expect(checkBudget(folder, budget())).toBeLessThan(500);
  });

  it('fails a build that is over budget and says what weighs', () => {
    writeFileSync(budget(), '{ "homeScriptBytes": 10 }');
    expect(() => checkBudget(folder, budget())).toThrow(/assets\/libraries\.js/);
  });

  it('counts the router’s list of its routes, which the build’s manifest leaves out', async () => {
    writeFileSync(budget(), '{ "homeScriptBytes": 1000 }');
    const before = checkBudget(folder, budget());
    writeFileSync(join(folder, 'assets', 'manifest-1a2b.js'), 'x'.repeat(5000));
    await compressAssets(folder);
    expect(checkBudget(folder, budget())).toBeGreaterThan(before);
  });

  it('refuses a budget with a misspelt name', () => {
    writeFileSync(budget(), '{ "homeScriptByte": 10 }');
    expect(() => checkBudget(folder, budget())).toThrow();
  });
});
