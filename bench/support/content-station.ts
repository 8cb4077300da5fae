import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { dataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';

const SECOND_SAMPLES = 44_100;
const PREVIEW_SECONDS = 51;
/** As many of the load's first songs have a preview. */
export const PREVIEWED_SONGS = 20;

/**
 * Writes what a station has besides music: a schedule, a show of 30 episodes, biographies, a video; and some
 * previews.
 */
export function writeContent(stationDir: string, dataDir: string): void {
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  put(join(stationDir, 'schedule', 'weekDance.xml'), fullWeek());
  for (let artist = 1; artist <= 200; artist++)
    for (const language of ['fr', 'en'])
      put(
        join(stationDir, 'biographies', `Artist ${artist}`, `${language}.md`),
        'A life in music. '.repeat(100),
      );
  const show = join(stationDir, 'podcasts', 'show');
  put(join(show, 'show.yaml'), 'title: Show\nstream: dance\n');
  for (let episode = 1; episode <= 30; episode++)
    put(join(show, `${episode}.mp3`), tone(2, 200 + 10 * episode));
  const film = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\x02\0', 'latin1'), Buffer.alloc(1 << 20)]);
  put(join(stationDir, 'videos', 'Various Artists - Title 1.mp4'), film);
  const preview = tone(PREVIEW_SECONDS, 440);
  for (let song = 1; song <= PREVIEWED_SONGS; song++)
    put(mediaFiles(dataFolder(dataDir), String(song).padStart(32, '0')).preview, preview);
}

function fullWeek(): string {
  const events = Array.from({ length: 7 * 24 }, (_, at) => {
    const [day, hour] = [1 + Math.floor(at / 24), at % 24];
    return `<event><day>${day}</day><hour>${hour}</hour><nom>Programme ${Math.floor(hour / 3)}</nom><couleur>1</couleur></event>`;
  });
  return `<week>${events.join('\n')}</week>`;
}

function tone(seconds: number, hertz: number): Buffer {
  const wave = Float32Array.from({ length: seconds * SECOND_SAMPLES }, (_, at) =>
    Math.sin((2 * Math.PI * hertz * at) / SECOND_SAMPLES),
  );
  return Buffer.concat(encodeMp3Frames({ left: wave, right: wave }));
}
