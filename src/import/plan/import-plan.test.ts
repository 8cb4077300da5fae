import { describe, expect, test } from 'vitest';
import type { RejectedEntry } from '#src/import/rejected/rejected-files.ts';
import { JUDGEMENT } from '#src/import/rejected/rejection.ts';
import type { SourceFile } from '#src/import/scan/source-file.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { findChanges } from './station-changes.ts';

function source(path: string, change: Partial<SourceFile> = {}): SourceFile {
  const [part, streamId = ''] = path.split('/');
  return {
    path,
    absolutePath: `/station/${path}`,
    kind: part === 'music' ? 'track' : 'jingle',
    streamId: streamId === 'club' ? 'club' : 'dance',
    folder: '',
    sizeBytes: 1000 + path.length,
    modifiedMs: 5.25,
    changedMs: 6.25,
    picture: null,
    ...change,
  };
}

function record(id: string, ...files: SourceFile[]): MediaRecord {
  const placements = files.map(
    ({ kind: _, absolutePath: __, changedMs: ___, picture: ____, ...placement }) => placement,
  );
  const numbers = {
    frames: 1,
    durationMs: 26,
    sizeBytes: 417,
    sourceLufs: -9,
    renderedLufs: -16,
    addedMs: 0,
  };
  return { id, kind: 'track', artist: '', title: id, slug: id, ...numbers, hasCover: false, placements };
}

const NOTHING_REJECTED = { find: () => null };

describe('the changes in a station folder', () => {
  test('leave out what has the same path, size and time', () => {
    const files = [source('music/dance/a.mp3'), source('music/dance/b.mp3', { sizeBytes: 9 })];
    const records = [record('1', source('music/dance/a.mp3'), source('music/dance/b.mp3'))];
    const changes = findChanges({ files, unlisted: [] }, records, NOTHING_REJECTED, () => true);
    expect(changes).toMatchObject({ unchanged: 1, fresh: [files[1]], renamed: [], gone: new Set() });
  });

  test('tell a renamed file by its size and time', () => {
    const before = source('music/dance/a.mp3');
    const after = source('music/club/new name.mp3', { sizeBytes: before.sizeBytes });
    const changes = findChanges(
      { files: [after], unlisted: [] },
      [record('1', before)],
      NOTHING_REJECTED,
      () => true,
    );
    expect(changes).toMatchObject({ renamed: [after], fresh: [], gone: new Set(['music/dance/a.mp3']) });
  });

  test('take up again what has lost its rendered audio', () => {
    const file = source('music/dance/a.mp3');
    const changes = findChanges(
      { files: [file], unlisted: [] },
      [record('1', file)],
      NOTHING_REJECTED,
      () => false,
    );
    expect(changes).toMatchObject({ unchanged: 0, fresh: [file] });
  });

  test('list a file known to be unusable without opening it', () => {
    const file = source('music/dance/a.mp3');
    const entry: RejectedEntry = { ...file, reason: 'silent', message: 'is silent', judgement: JUDGEMENT };
    const changes = findChanges({ files: [file], unlisted: [] }, [], { find: () => entry }, () => true);
    expect(changes).toMatchObject({ rejected: [entry], fresh: [] });
  });

  test('count nothing as gone below a folder that could not be listed', () => {
    const records = [record('1', source('music/dance/a.mp3'), source('music/club/b.mp3'))];
    const changes = findChanges(
      { files: [], unlisted: ['music/dance'] },
      records,
      NOTHING_REJECTED,
      () => true,
    );
    expect(changes.gone).toEqual(new Set(['music/club/b.mp3']));
  });
});
