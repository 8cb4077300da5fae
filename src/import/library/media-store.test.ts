import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TemporaryStation } from '#src/import/testing/temporary-station.ts';
import { MediaStore } from './media-store.ts';

test('what an importer that was killed leaves is removed while a worker of it still writes', async () => {
  await using station = await TemporaryStation.create();
  const { folder } = station;
  await mkdir(folder.drafts, { recursive: true });
  const script = `
    const { writeFileSync } = require('node:fs');
    const untilMs = Date.now() + 300;
    writeFileSync(${JSON.stringify(folder.drafts)} + '/1-0.mp3', '');
    console.log('writes');
    try {
      for (let i = 1; Date.now() < untilMs; i += 1) writeFileSync(${JSON.stringify(folder.drafts)} + '/1-' + i + '.mp3', '');
    } catch {}`;
  const worker = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(worker.stdout, 'data');
  await using _ = await MediaStore.open(folder);
  expect(await readdir(folder.media)).not.toContain('drafts');
});
