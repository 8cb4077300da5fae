import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { measureLoudness } from '#src/audio/codec/measure-loudness.ts';
import { readBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { id3WithPicture } from '#src/audio/testing/id3-with-picture.ts';
import { writeAudio, writeRetagged } from '#src/audio/testing/write-audio.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { CatalogueWriter } from '#src/station/catalogue/catalogue-writer.ts';
import { formatCatalogueLine, RENDERING } from '#src/station/catalogue/media-record.ts';
import { ChangeTimes } from './plan/change-times.ts';
import { scanStation } from './scan/scan-station.ts';
import { TemporaryStation } from './testing/temporary-station.ts';

describe('an import of new files', () => {
  test('brings every common format on air at the same loudness, under the names in its tags', async () => {
    await using station = await TemporaryStation.create();
    const formats = ['mp3', 'flac', 'ogg', 'opus', 'm4a', 'wav'];
    for (const [i, format] of formats.entries()) {
      const tags = { artist: 'Zoé & Léo', title: `Étoile ${format}` };
      await station.putAudio(`music/dance/${format}.${format}`, { seed: i, amplitude: 0.1 + 0.15 * i }, tags);
    }
    const report = await station.import({ workers: 2 });
    expect(report).toMatchObject({ files: 6, rendered: 6, filed: 0, unchanged: 0, skipped: [] });
    for (const format of formats) {
      const record = await station.recordOf(`music/dance/${format}.${format}`);
      const { audio } = await station.rendered(`music/dance/${format}.${format}`);
      const { frameOffsets } = await readBroadcastFrames(audio);
      const { integratedLufs, truePeakDb } = measureLoudness(audio);
      expect(record).toMatchObject({ artist: 'Zoé & Léo', title: `Étoile ${format}`, kind: 'track' });
      expect(record.slug).toBe(`zoe-leo-etoile-${format}`);
      expect(record.frames).toBe(frameOffsets.length);
      expect(record.durationMs).toBeCloseTo((frameOffsets.length * 1152) / 44.1, 3);
      expect(integratedLufs).toBeGreaterThan(-16.35);
      expect(integratedLufs).toBeLessThan(-15.65);
      expect(record.renderedLufs).toBeCloseTo(integratedLufs, 2);
      expect(truePeakDb).toBeLessThanOrEqual(-1);
    }
  });

  test('goes on with other files while a long one is rendered that lies in two places', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/club/long.wav', { seconds: 200 });
    await mkdir(station.path('music/dance'));
    await copyFile(station.path('music/club/long.wav'), station.path('music/dance/long.wav'));
    await station.putAudio('music/hits/short.wav', { seed: 2 });
    const done: (string | null)[] = [];
    const report = await station.import({ workers: 2, onProgress: ({ path }) => done.push(path) });
    expect(report).toMatchObject({ rendered: 2, filed: 1, skipped: [] });
    expect(done.find((path) => path !== null)).toBe('music/hits/short.wav');
  });

  test('levels what is all peaks without a peak above -1 dBTP', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/club/Peaks.wav', {
      seconds: 6,
      shape: (t) => (t % 0.7 < 0.04 ? 0.95 : 0.03),
    });
    await station.import();
    const { integratedLufs, truePeakDb } = measureLoudness(
      (await station.rendered('music/club/Peaks.wav')).audio,
    );
    expect(truePeakDb).toBeLessThanOrEqual(-1);
    expect(Math.abs(integratedLufs + 16)).toBeLessThan(0.35);
  });

  test('leaves out silence at head and tail, takes whole frames, and takes note of a long one within', async () => {
    await using station = await TemporaryStation.create();
    const isHeard = (t: number) => (t >= 2 && t < 4.95) || (t >= 16 && t < 17.95);
    const shape = (t: number) => (isHeard(t) ? 0.3 : 0);
    await station.putAudio('music/dance/Hidden.flac', { seconds: 20, shape });
    await station.import();
    const { frames, cueInMs, cueOutMs = 0, innerSilence } = await station.recordOf('music/dance/Hidden.flac');
    expect(cueInMs).toBe(1_800);
    expect(cueOutMs).toBeGreaterThan(18_200 - 27);
    expect(cueOutMs).toBeLessThanOrEqual(18_200);
    expect(((cueOutMs - 1_800) * 44.1) / 1152).toBeCloseTo(frames, 6);
    expect(innerSilence).toEqual({ fromMs: 5_000, durationMs: 11_000 });
    const { stepLufs } = measureLoudness((await station.rendered('music/dance/Hidden.flac')).audio);
    expect(stepLufs.findIndex((lufs) => lufs > -30)).toBe(2);
    expect(stepLufs.findLastIndex((lufs) => lufs > -30)).toBe(161);
  });

  test('[R226] takes a jingle of a moment, refuses a track of one, and goes on behind both', async () => {
    await using station = await TemporaryStation.create();
    const shape = (t: number) => (t < 0.1 ? 0.5 : 0);
    await station.putAudio('jingles/Ding.flac', { seconds: 2, shape });
    await station.putAudio('music/dance/Click.flac', { seconds: 20, seed: 2, shape });
    await station.putAudio('music/dance/Song.flac', { seed: 3 });
    const { rendered, skipped } = await station.import();
    expect({ rendered, skipped }).toMatchObject({
      rendered: 2,
      skipped: [
        {
          path: 'music/dance/Click.flac',
          reason: 'is too short: 0.5 s without the silence around it, at least 3 s are needed',
        },
      ],
    });
    expect((await station.recordOf('jingles/Ding.flac')).frames).toBe(19);
  });

  test('gives a track its preview and cover, a jingle neither preview nor a stream', async () => {
    await using station = await TemporaryStation.create();
    const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#c02040' } })
      .png()
      .toBuffer();
    await station.putAudio('music/90s/plain.mp3');
    const audio = await readFile(station.path('music/90s/plain.mp3'));
    await station.put('music/90s/mix/Zed - With cover.mp3', Buffer.concat([id3WithPicture(picture), audio]));
    await rm(station.path('music/90s/plain.mp3'));
    await station.putAudio('jingles/Jingle.flac', { seed: 2 });
    await station.import();

    const track = await station.recordOf('music/90s/mix/Zed - With cover.mp3');
    const files = await station.rendered('music/90s/mix/Zed - With cover.mp3');
    expect(track).toMatchObject({ artist: 'Zed', title: 'With cover', hasCover: true });
    expect(track.placements[0]).toMatchObject({ streamId: '90s', folder: 'mix' });
    expect(await sharp(files.cover).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 640 });
    expect((await readBroadcastFrames(files.preview)).frameOffsets.length).toBeGreaterThan(100);

    const jingle = await station.recordOf('jingles/Jingle.flac');
    expect(jingle).toMatchObject({ kind: 'jingle', artist: '', title: 'Jingle', hasCover: false });
    expect(jingle.placements[0]?.streamId).toBeNull();
    await expect(stat((await station.rendered('jingles/Jingle.flac')).preview)).rejects.toThrow('ENOENT');
  });

  test('takes in what is added while it works', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/First.wav');
    const second = station.path('music/dance/Second.wav');
    const report = await station.import({
      // There before the import looks again, however busy the machine is.
      onProgress: ({ path }) => {
        if (path?.includes('First') && !existsSync(second)) writeAudio(second, { seconds: 3.5, seed: 2 }, {});
      },
    });
    expect(report.rendered).toBe(2);
  });

  test('never touches the station folder', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.mp3');
    await station.put('music/dance/broken.mp3', 'nothing');
    const snapshot = async () =>
      Promise.all(
        (await readdir(station.stationDir, { recursive: true })).sort().map(async (path) => {
          const { size, mtimeMs, ctimeMs, mode } = await stat(station.path(path));
          return { path, size, mtimeMs, ctimeMs, mode };
        }),
      );
    const before = await snapshot();
    await station.import();
    expect(await snapshot()).toEqual(before);
  });
});

describe('a file that an earlier version refused', () => {
  /** What a version wrote that did not say how it judged. */
  async function refuseAsBefore(station: TemporaryStation, path: string): Promise<void> {
    await mkdir(station.folder.media, { recursive: true });
    const { files } = await scanStation(station.stationDir);
    const changeTimes = await ChangeTimes.open(station.folder);
    for (const file of files) changeTimes.see(file);
    await changeTimes.save();
    const message = 'keeps the decoder busy for more than 2 min; it is probably damaged';
    const lines = files
      .filter((file) => file.path === path)
      .map(({ sizeBytes, modifiedMs }) =>
        JSON.stringify({ path, sizeBytes, modifiedMs, reason: 'too-slow', message }),
      );
    expect(lines).toHaveLength(1);
    await writeFile(`${station.folder.media}/rejected.jsonl`, lines.join('\n'));
  }

  test('is looked at once more, and comes in when it is well', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    await refuseAsBefore(station, 'music/dance/A.wav');
    expect(await station.import()).toMatchObject({ rendered: 1, skipped: [] });
  });

  test('is refused again when it is not, and then not looked at until it changes', async () => {
    await using station = await TemporaryStation.create();
    await station.put('music/dance/A.mp3', Buffer.alloc(4_096));
    await refuseAsBefore(station, 'music/dance/A.mp3');
    const skipped = [{ path: 'music/dance/A.mp3', reason: expect.not.stringMatching(/decoder busy/) }];
    expect(await station.import()).toMatchObject({ rendered: 0, skipped });
    const tried: string[] = [];
    const onProgress = ({ path }: { path: string | null }) => path !== null && tried.push(path);
    expect(await station.import({ onProgress })).toMatchObject({ rendered: 0, skipped });
    expect(tried).toEqual([]);
  });
});

describe('a file that is already on air', () => {
  test('is not opened again when nothing about it has changed', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    const path = station.path('music/dance/A.wav');
    const changedAt = new Date('2026-01-02T03:04:05Z');
    await utimes(path, changedAt, changedAt);
    await station.import();
    await writeFile(path, Buffer.alloc((await stat(path)).size));
    await utimes(path, changedAt, changedAt);
    expect(await station.import()).toMatchObject({ unchanged: 1, rendered: 0, filed: 0, skipped: [] });
  });

  test('costs no look inside at the next import, a thousand of them nothing', async () => {
    await using station = await TemporaryStation.create();
    await putOnAir(station, 1000);
    const report = { files: 1000, unchanged: 1000, rendered: 0, renewed: 0, skipped: [], remarks: [] };
    expect(await station.import()).toMatchObject(report);
  });

  test('keeps its identity and moves when it is renamed', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.flac', {}, { artist: 'A', title: 'B' });
    await station.import();
    const before = await station.recordOf('music/dance/A.flac');
    await station.move('music/dance/A.flac', 'music/trance/late/Z.flac');
    expect(await station.import()).toMatchObject({ rendered: 0, filed: 1, skipped: [] });
    const after = await station.recordOf('music/trance/late/Z.flac');
    expect(after).toMatchObject({ id: before.id, slug: before.slug, addedMs: before.addedMs });
    expect(after.placements.map(({ path, streamId, folder }) => [path, streamId, folder])).toEqual([
      ['music/trance/late/Z.flac', 'trance', 'late'],
    ]);
  });

  test('has the picture that it was given when it was renamed at once', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/01.mp3');
    await station.import();
    const before = await station.recordOf('music/dance/01.mp3');
    const audio = await readFile(station.path('music/dance/01.mp3'));
    for (const [name, side, background] of [
      ['Ana - Song.mp3', 700, '#c02040'],
      ['Ana - Chant.mp3', 900, '#2040c0'],
    ] as const) {
      const picture = await sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer();
      await rm(station.path('music/dance'), { recursive: true });
      await station.put(`music/dance/${name}`, Buffer.concat([id3WithPicture(picture), audio]));
      expect(await station.import()).toMatchObject({ rendered: 0, filed: 1 });
      expect(await station.recordOf(`music/dance/${name}`)).toMatchObject({ id: before.id, hasCover: true });
      const { cover } = await station.rendered(`music/dance/${name}`);
      const { dominant } = await sharp(await readFile(cover)).stats();
      expect(dominant.r > dominant.b).toBe(background === '#c02040');
    }
  });

  test('keeps its identity and gets new names when it is tagged anew', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.flac', {}, { artist: 'Old', title: 'Name' });
    await station.import();
    const before = await station.recordOf('music/dance/A.flac');
    writeRetagged(station.path('music/dance/A.flac'), station.path('music/dance/new.flac'), {
      artist: 'New',
      title: 'Name',
    });
    await station.move('music/dance/new.flac', 'music/dance/A.flac');
    expect(await station.import()).toMatchObject({ rendered: 0, filed: 1 });
    const after = await station.recordOf('music/dance/A.flac');
    expect(after).toMatchObject({ id: before.id, artist: 'New', slug: 'new-name' });
    expect(after.placements).toHaveLength(1);
  });

  test('is told of when another recording in its stream has its title, and apart from one with another letter', async () => {
    await using station = await TemporaryStation.create();
    for (const [at, title] of ['ガラス', 'カラス', 'カラス!'].entries())
      await station.putAudio(`music/dance/${at}.flac`, { seed: at }, { artist: 'Yuki', title });
    expect(await station.import()).toMatchObject({ rendered: 3, remarks: [] });
    const slugs = (await station.records()).map(({ slug }) => slug).sort();
    expect(slugs).toEqual(['yuki-カラス', 'yuki-カラス-2', 'yuki-ガラス']);
    await station.putAudio('music/dance/more.flac', { seed: 9 }, { artist: 'YUKI', title: 'ガラス' });
    const { remarks } = await station.import();
    expect(remarks).toMatchObject([
      { path: 'music/dance/0.flac', reason: expect.stringContaining('music/dance/more.flac') },
    ]);
  });

  test('gets an address of this version where an earlier one gave one to two titles', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.flac', { seed: 1 }, { artist: 'Yuki', title: 'ガラス' });
    await station.import();
    const record = await station.recordOf('music/dance/A.flac');
    const old = { ...record, artist: 'Yuki - Best', title: 'ガラス', slug: 'yuki-best-カラス' };
    await appendFile(station.folder.catalogue, formatCatalogueLine(old));
    expect(await station.import()).toMatchObject({ rendered: 0, unchanged: 1 });
    expect(await station.recordOf('music/dance/A.flac')).toEqual({
      ...record,
      artist: 'Yuki',
      title: 'Best - ガラス',
      slug: 'yuki-best-ガラス',
    });
  });

  test('leaves the rotation when it is removed, and comes back as the same', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    await station.putAudio('music/dance/Stays.wav', { seed: 2 });
    await station.import();
    const before = await station.recordOf('music/dance/A.wav');
    const stays = await station.recordOf('music/dance/Stays.wav');
    const records = async () => new Map((await station.records()).map((record) => [record.title, record]));
    await station.move('music/dance/A.wav', 'aside/A.wav');
    expect(await station.import()).toMatchObject({ removed: 1 });
    const withdrawnMs = station.clock.nowMs();
    expect((await records()).get('A')).toEqual({ ...before, placements: [], withdrawnMs });
    await station.move('aside/A.wav', 'music/dance/A.wav');
    station.clock.advance(1000);
    expect(await station.import()).toMatchObject({ rendered: 0, filed: 1 });
    expect((await records()).get('A')).toEqual(before);
    expect((await records()).get('Stays')).toEqual(stays);
  });

  test('lies in two streams when it is copied, rendered once', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    await station.putAudio('music/club/C.wav', { seed: 9 });
    await copyFile(station.path('music/dance/A.wav'), station.path('music/club/Copy.wav'));
    expect(await station.import()).toMatchObject({ rendered: 2, filed: 1 });
    const { placements } = await station.recordOf('music/dance/A.wav');
    expect(placements.map(({ streamId }) => streamId).sort()).toEqual(['club', 'dance']);
  });

  test('is refused as a jingle while it is music, and taken as one when it is that no more', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    await station.putAudio('music/dance/Stays.wav', { seed: 2 });
    await station.import();
    await station.putAudio('jingles/Same.wav');
    const report = await station.import();
    expect(report.skipped).toEqual([
      {
        path: 'jingles/Same.wav',
        reason: expect.stringContaining('the same recording as music/dance/A.wav'),
      },
    ]);
    await rm(station.path('music/dance/A.wav'));
    await station.import();
    expect(await station.recordOf('jingles/Same.wav')).toMatchObject({
      kind: 'jingle',
      placements: [{ path: 'jingles/Same.wav' }],
    });
  });

  test('stays on air as it was when a broken file takes its place', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    await station.import();
    const before = await station.recordOf('music/dance/A.wav');
    await station.put('music/dance/A.wav', 'broken');
    for (const _ of ['found out', 'remembered']) {
      expect((await station.import()).skipped).toMatchObject([{ path: 'music/dance/A.wav' }]);
      expect(await station.records()).toEqual([before]);
    }
  });

  test.each([
    ['lost', (audio: string) => rm(audio)],
    ['no longer whole', (audio: string) => truncate(audio, 1000)],
  ])('is rendered again when its rendered audio is %s', async (_how, harm) => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    await station.import();
    const { audio, bytes } = await station.rendered('music/dance/A.wav');
    await harm(audio);
    expect(await station.import()).toMatchObject({ rendered: 1 });
    expect((await readFile(audio)).equals(bytes)).toBe(true);
  });
});

describe('a file that cannot go on air', () => {
  test('is listed with its reason, at the first import and at the next, and stops nothing', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/Good.wav');
    await station.putAudio('music/dance/Silence.flac', { amplitude: 0 });
    await station.putAudio('music/dance/Short.wav', { seconds: 2 });
    await station.putAudio('spots/Blip.wav', { seconds: 0.3 });
    await station.put('music/dance/Words.mp3', 'buy milk');
    await station.putAudio('music/dance/Cut.flac', { seconds: 9, seed: 5 });
    const whole = await readFile(station.path('music/dance/Cut.flac'));
    await station.put('music/dance/Cut.flac', whole.subarray(0, whole.length / 2));
    await station.putAudio('music/dance/Nearly.wav', { seconds: 30, seed: 6 });
    const nearly = await readFile(station.path('music/dance/Nearly.wav'));
    await station.put('music/dance/Nearly.wav', nearly.subarray(0, nearly.length * 0.95));
    const reasons = {
      'music/dance/Nearly.wav': 'ends after 0:28 of 0:30: copy it again from where it came',
      'music/dance/Cut.flac': expect.stringMatching(/^ends after 0:0\d of 0:09/),
      'music/dance/Short.wav': expect.stringContaining('too short: 2.0 s'),
      'music/dance/Silence.flac': expect.stringContaining('silent'),
      'music/dance/Words.mp3': expect.stringContaining('not an audio file'),
      'spots/Blip.wav': expect.stringContaining('too short: 0.3 s'),
    };
    const first = await station.import();
    expect(first).toMatchObject({ rendered: 1 });
    expect(Object.fromEntries(first.skipped.map(({ path, reason }) => [path, reason]))).toEqual(reasons);
    const second = await station.import();
    expect(second).toMatchObject({ unchanged: 1, rendered: 0, skipped: first.skipped });
  });

  test('is passed over in silence when nobody expects to hear it', async () => {
    await using station = await TemporaryStation.create();
    const others = [
      'a.jpg',
      'list.m3u',
      'readme.txt',
      'album.NFO',
      'rip.log',
      'album.cue',
      'booklet.pdf',
      'odd.thing',
      'README',
    ];
    for (const name of others) await station.put(`music/dance/album/${name}`, 'no sound');
    await station.put('music/dance/album/Old.wma', 'broken');
    await station.putAudio('music/dance/album/A.wav');
    for (const _ of ['found out', 'remembered']) {
      const { skipped } = await station.import();
      expect(skipped.map(({ path }) => path)).toEqual(['music/dance/album/Old.wma']);
    }
  });

  test('is tried again once it has changed', async () => {
    await using station = await TemporaryStation.create();
    await station.put('music/dance/A.wav', 'half copied');
    expect((await station.import()).skipped).toHaveLength(1);
    await station.putAudio('music/dance/A.wav');
    expect(await station.import()).toMatchObject({ rendered: 1, skipped: [] });
  });

  test.runIf(process.platform === 'linux')(
    'is not held to blame for a disk that fails, and tried again',
    async () => {
      await using station = await TemporaryStation.create();
      await station.putAudio('music/dance/Good.wav');
      // Whoever reads this from its beginning gets EIO.
      await symlink('/proc/self/mem', station.path('music/dance/Away.mp3'));
      const report = await station.import();
      expect(report).toMatchObject({ rendered: 1, isToBeTriedAgain: true });
      expect(report.skipped).toEqual([
        { path: 'music/dance/Away.mp3', reason: expect.stringMatching(/^could not be read just now \(EIO/) },
      ]);
      await rm(station.path('music/dance/Away.mp3'));
      await station.putAudio('music/dance/Away.mp3', { seed: 4 });
      expect(await station.import()).toMatchObject({ rendered: 1, skipped: [], isToBeTriedAgain: false });
    },
  );

  test('is left for the next import when it never stops growing', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/Recording.wav');
    const timer = setInterval(
      () => void appendFile(station.path('music/dance/Recording.wav'), Buffer.alloc(64)),
      20,
    );
    try {
      const report = await station.import({ workers: 1 });
      expect(report.skipped).toEqual([
        { path: 'music/dance/Recording.wav', reason: expect.stringContaining('still being written') },
      ]);
    } finally {
      clearInterval(timer);
    }
    expect(await station.import()).toMatchObject({ rendered: 1, skipped: [] });
  });
});

describe('an importer', () => {
  test('is refused while another one is at work on the same data', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    const first = station.import();
    await expect(station.import()).rejects.toThrow(/Another import is at work/);
    expect((await first).rendered).toBe(1);
    using mine = acquireLock(station.folder.importLock);
    expect(mine).not.toBeNull();
  });

  test('that is stopped keeps what is finished and leaves nothing half-written', async () => {
    await using station = await TemporaryStation.create();
    for (let i = 0; i < 4; i += 1) await station.putAudio(`music/dance/${i}.wav`, { seed: i });
    const stop = new AbortController();
    const reason = new Error('enough');
    const stopped = station.import({
      workers: 1,
      signal: stop.signal,
      onProgress: ({ path }) => path && stop.abort(reason),
    });
    await expect(stopped).rejects.toBe(reason);
    expect(await station.records()).toHaveLength(1);
    expect((await readdir(station.folder.media)).sort()).not.toContain('drafts');
    expect(await station.import()).toMatchObject({ unchanged: 1, rendered: 3 });
  });

  test('without a station folder says so instead of emptying the rotation', async () => {
    await using station = await TemporaryStation.create();
    await station.putAudio('music/dance/A.wav');
    await station.import();
    const before = await station.records();
    await rm(station.stationDir, { recursive: true });
    await expect(station.import()).rejects.toThrow(/no station folder/);
    expect(await station.records()).toEqual(before);
  });
});

/** Files that count as imported; nothing opens them, so they need hold no audio. */
async function putOnAir(station: TemporaryStation, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await station.put(`music/${STREAM_IDS[i % 8]}/mix/Artist - Title ${i}.flac`, 'x');
  const { files } = await scanStation(station.stationDir);
  const numbers = {
    frames: 9,
    durationMs: 235,
    sizeBytes: 3762,
    sourceLufs: -9,
    renderedLufs: -16,
    rendering: RENDERING,
    addedMs: 0,
  };
  const records = files.map(({ kind, absolutePath: _, changedMs: __, picture: ___, ...placement }, i) => {
    const id = createHash('sha256').update(placement.path).digest('hex').slice(0, 32);
    const names = { artist: 'Artist', title: `Title ${i}`, slug: `artist-title-${i}` };
    return { id, kind, ...names, ...numbers, hasCover: false, placements: [placement] };
  });
  await using writer = await CatalogueWriter.open(station.folder);
  await writer.append(...records);
  const changeTimes = await ChangeTimes.open(station.folder);
  for (const file of files) changeTimes.see(file);
  await changeTimes.save();
  for (const { id } of records) {
    const { audio } = mediaFiles(station.folder, id);
    await mkdir(dirname(audio), { recursive: true });
    await writeFile(audio, Buffer.alloc(numbers.sizeBytes));
  }
}

describe('another folder than the one of the station', () => {
  async function withOther() {
    const station = await TemporaryStation.create();
    for (const seed of [1, 2, 3]) await station.putAudio(`music/dance/${seed}.wav`, { seed });
    await station.import();
    const other = `${station.root}/other`;
    await mkdir(`${other}/music/dance`, { recursive: true });
    await copyFile(station.path('music/dance/1.wav'), `${other}/music/dance/1.wav`);
    return { station, other };
  }
  const inRotation = async (station: TemporaryStation) =>
    (await station.records()).filter(({ placements }) => placements.length > 0).length;

  test('takes no more than half of the tracks off the air by mistake [W247]', async () => {
    const { station, other } = await withOther();
    await using _station = station;
    const refused = station.import({ stationDir: other, keepsRotation: true });
    await expect(refused).rejects.toThrow(`${other} lacks 2 of the 3 tracks in rotation`);
    expect(await inRotation(station)).toBe(3);
    expect(await station.import({ stationDir: other })).toMatchObject({ removed: 2 });
    expect(await inRotation(station)).toBe(1);
  });

  test('is taken when it is the same music, under other names and with a track less', async () => {
    const { station, other } = await withOther();
    await using _station = station;
    await rm(other, { recursive: true });
    await station.move('music/dance', 'music/mixed');
    await station.move('music/mixed', 'music/dance/mix');
    await rename(station.stationDir, other);
    await rm(`${other}/music/dance/mix/3.wav`);
    expect(await station.import({ stationDir: other, keepsRotation: true })).toMatchObject({ removed: 1 });
    expect(await inRotation(station)).toBe(2);
  });
});
