import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type AudioFault, AudioSourceError } from '#src/audio/codec/audio-source-error.ts';
import { explainAudioError } from './explain-audio-error.ts';

const error = (fault: AudioFault) => new AudioSourceError(fault, 'as FFmpeg says');

test('a file that FFmpeg cannot read, and the disk gives whole, is damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-audio-error-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'a.mp3'), 'words');
  const explained = (fault: AudioFault, name = 'a.mp3') =>
    explainAudioError(error(fault), join(folder, name));
  expect(await explained('unreadable')).toMatchObject({
    fault: 'broken',
    message: expect.stringMatching(/^is damaged/),
  });
  expect(await explained('unreadable', 'gone.mp3')).toEqual(error('unreadable'));
  expect(await explained('not-audio')).toEqual(error('not-audio'));
  expect(await explained('cut-off')).toEqual(error('cut-off'));
});

test.runIf(process.platform === 'linux').each(['unreadable', 'not-audio'] as const)(
  'a disk that fails is no fault of its file, which FFmpeg calls %s',
  async (fault) => {
    // Whoever reads this from its beginning gets EIO.
    const explained = explainAudioError(error(fault), '/proc/self/mem');
    await expect(explained).rejects.toMatchObject({ code: 'EIO' });
  },
);
