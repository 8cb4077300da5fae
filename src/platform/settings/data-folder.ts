import { join } from 'node:path';

/** Lies beside all that an instance has rendered. */
export const CATALOGUE_NAME = 'catalogue.jsonl';
/** What was found in episodes, in the folder for what can be made again. */
export const EPISODES_NAME = 'podcast-episodes.json';

/** Where everything lies below DATA_DIR. */
export function dataFolder(dataDir: string) {
  return {
    root: dataDir,
    /** Held by the running instance; see src/platform/lock. */
    lock: join(dataDir, 'instance.lock'),
    importLock: join(dataDir, 'import.lock'),
    database: join(dataDir, 'onde.sqlite'),
    /** What keys of this instance are made from; see src/platform/secrets. */
    secret: join(dataDir, 'secret'),
    /** Rendered media: rebuilt from the station folder when lost. */
    media: join(dataDir, 'media'),
    /** What the import has not finished: in no backup. */
    drafts: join(dataDir, 'media', 'drafts'),
    catalogue: join(dataDir, 'media', CATALOGUE_NAME),
    /** What played: one file a UTC day, appended by broadcast, drained into the database by web. */
    journal: join(dataDir, 'journal'),
    /** Which segments (HLS) were told, so that their numbers never fall. */
    toldSegments: join(dataDir, 'hls.json'),
    /** Up to which instant each mount was pushed to Icecast. */
    toldIcecast: join(dataDir, 'icecast.json'),
    /** Station files as they were last taken up, for a start while one of them is broken. */
    lastGood: join(dataDir, 'last-good'),
    /** Held by a backup under way, and by a move of the database. */
    backupLock: join(dataDir, 'backup.lock'),
    /** How the last nightly backup went. */
    lastBackup: join(dataDir, 'backup.json'),
    /** Copies that are opened to be proved; empty in between. */
    scratch: join(dataDir, 'scratch'),
    /** Which machine of its group this is, and whether it was on the air last. */
    groupRecord: join(dataDir, 'group.json'),
    cache: join(dataDir, 'cache'),
    /** Unpacked letters: the drawing library reads them again for as long as the process runs. */
    fonts: join(dataDir, 'cache', 'fonts'),
    run: join(dataDir, 'run'),
  } as const;
}
export type DataFolder = Readonly<Record<keyof ReturnType<typeof dataFolder>, string>>;

/** The files of one rendered piece of audio. `id` is its audio hash (32 hex digits). */
export function mediaFiles(folder: DataFolder, id: string) {
  const stem = stemOf(folder, id);
  return { audio: `${stem}.mp3`, preview: `${stem}.preview.mp3`, cover: `${stem}.cover.jpg` } as const;
}

/**
 * Its audio as it was rendered in an earlier way, for as long as that may be on air after another rendering
 * has taken its place [W136].
 */
export function earlierAudio(folder: DataFolder, id: string, rendering: number): string {
  return `${stemOf(folder, id)}.${rendering}.mp3`;
}

function stemOf(folder: DataFolder, id: string): string {
  return join(folder.media, id.slice(0, 2), id);
}
