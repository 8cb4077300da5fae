import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tightenCore } from './tighten-core.ts';

const SCRIPT =
  'const e={button:`_button_1x2y`,icon:`_icon_3z4w`},t=()=>e.button,n=()=>e.icon;export{t as Button,n as Icon};';

function clientFolder(scripts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'onde-core-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, 'assets', name), text);
  return folder;
}

test('what every visit loads of ours is smaller and says the same', async () => {
  const folder = clientFolder({ 'core-1.js': SCRIPT, 'libraries-1.js': SCRIPT });
  await tightenCore(folder);
  const file = join(folder, 'assets', 'core-1.js');
  const code = readFileSync(file, 'utf8');
  expect(code.length).toBeLessThan(SCRIPT.length);
  const { Button, Icon } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect([Button(), Icon()]).toEqual(['_button_1x2y', '_icon_3z4w']);
  expect(readFileSync(join(folder, 'assets', 'libraries-1.js'), 'utf8')).toBe(SCRIPT);
});

test('a build without it, or with two, is refused', async () => {
  await expect(tightenCore(clientFolder({ 'libraries-1.js': SCRIPT }))).rejects.toThrow(
    'holds 0 core scripts',
  );
  await expect(tightenCore(clientFolder({ 'core-1.js': SCRIPT, 'core-2.js': SCRIPT }))).rejects.toThrow(
    'holds 2 core scripts',
  );
});
