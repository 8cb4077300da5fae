import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compressAssets } from './compress-assets.ts';
import { checkBudget, firstScripts } from './first-visit.ts';

const manifest = {
  'src/app/entry-client.tsx': { file: 'assets/entry.js', imports: ['_libraries.js', '_shared.js'] },
  'src/features/charts/top20-page.tsx': { file: 'assets/top20.js', imports: ['_libraries.js'] },
  'src/features/player/sound/hls/hls-sound.ts': { file: 'assets/hls-sound.js', imports: ['_shared.js'] },
  'src/features/player/sound/hls/hls-js-player.ts': { file: 'assets/hls-js.js' },
  '_libraries.js': { file: 'assets/libraries.js' },
  '_shared.js': { file: 'assets/shared.js', imports: ['_libraries.js'] },
  '\0virtual:catalogue/core/fr': { file: 'assets/fr.js' },
  '\0virtual:catalogue/core/ru': { file: 'assets/ru.js' },
};
const embedManifest = {
  'src/features/embed/embed-entry.ts': { file: 'assets/embed.js', dynamicImports: ['titles.ts'] },
  'titles.ts': { file: 'assets/titles.js' },
};

describe('firstScripts', () => {
  test('follows the imports of the entry, adds one language and leaves out other pages', () => {
    expect(firstScripts(manifest).sort()).toEqual([
      'assets/entry.js',
      'assets/libraries.js',
      'assets/ru.js',
      'assets/shared.js',
    ]);
  });

  test('adds what another page imports', () => {
    expect(firstScripts(manifest, 'src/features/charts/top20-page.tsx')).toContain('assets/top20.js');
  });

  test('refuses a build without what a visit begins with', () => {
    const { 'src/app/entry-client.tsx': _, ...rest } = manifest;
    expect(() => firstScripts(rest)).toThrow(/entry-client/);
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
    writeFileSync(join(folder, '.vite', 'embed-manifest.json'), JSON.stringify(embedManifest));
    for (const { file } of [...Object.values(manifest), ...Object.values(embedManifest)])
      writeFileSync(join(folder, file), 'x'.repeat(5000));
    await compressAssets(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('gives the weight of a build within its budget, counted compressed', () => {
    writeFileSync(
      budget(),
      '{ "homeScriptBytes": 1000, "pageScriptBytes": 1000, "embedScriptBytes": 1000, "hlsScriptBytes": 1000 }',
    );
    expect(checkBudget(folder, budget())).toBeLessThan(500);
  });

  test('fails a build that is over budget and says what weighs', () => {
    writeFileSync(
      budget(),
      '{ "homeScriptBytes": 10, "pageScriptBytes": 1000, "embedScriptBytes": 1000, "hlsScriptBytes": 1000 }',
    );
    expect(() => checkBudget(folder, budget())).toThrow(/home page.*assets\/libraries\.js/s);
  });

  test('fails a build with another page that is over budget', () => {
    writeFileSync(
      budget(),
      '{ "homeScriptBytes": 1000, "pageScriptBytes": 10, "embedScriptBytes": 1000, "hlsScriptBytes": 1000 }',
    );
    expect(() => checkBudget(folder, budget())).toThrow(/top20-page.*assets\/top20\.js/s);
  });

  test('fails a build whose small player is over budget, with what it fetches later', () => {
    writeFileSync(
      budget(),
      '{ "homeScriptBytes": 1000, "pageScriptBytes": 1000, "embedScriptBytes": 20, "hlsScriptBytes": 1000 }',
    );
    expect(() => checkBudget(folder, budget())).toThrow(/small player.*assets\/titles\.js/s);
  });

  test('fails a build whose scripts for segments are over budget, without what every visit has', () => {
    writeFileSync(
      budget(),
      '{ "homeScriptBytes": 1000, "pageScriptBytes": 1000, "embedScriptBytes": 1000, "hlsScriptBytes": 20 }',
    );
    const check = () => checkBudget(folder, budget());
    expect(check).toThrow(/segments.*assets\/hls-js\.js/s);
    expect(check).not.toThrow(/shared/);
  });

  test('refuses a budget with a misspelt name', () => {
    writeFileSync(budget(), '{ "homeScriptByte": 10 }');
    expect(() => checkBudget(folder, budget())).toThrow();
  });
});
