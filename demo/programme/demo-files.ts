import type { Song } from '#demo/composition/song.ts';
import { clubSong } from '#demo/genres/club.ts';
import { CLUB_TRACKS } from '#demo/genres/club-tracks.ts';
import { danceSong } from '#demo/genres/dance.ts';
import { DANCE_TRACKS } from '#demo/genres/dance-tracks.ts';
import { eightiesSong } from '#demo/genres/eighties.ts';
import { EIGHTIES_TRACKS } from '#demo/genres/eighties-tracks.ts';
import { hitsSong } from '#demo/genres/hits.ts';
import { HITS_TRACKS } from '#demo/genres/hits-tracks.ts';
import { loungeSong } from '#demo/genres/lounge.ts';
import { LOUNGE_TRACKS } from '#demo/genres/lounge-tracks.ts';
import { ninetiesSong } from '#demo/genres/nineties.ts';
import { NINETIES_TRACKS } from '#demo/genres/nineties-tracks.ts';
import type { Score } from '#demo/genres/score.ts';
import { tranceSong } from '#demo/genres/trance.ts';
import { TRANCE_TRACKS } from '#demo/genres/trance-tracks.ts';
import { twoThousandSong } from '#demo/genres/two-thousand.ts';
import { TWO_THOUSAND_TRACKS } from '#demo/genres/two-thousand-tracks.ts';
import type { Tags } from '#src/audio/codec/encode-file.ts';
import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import { episodeSong } from './episode-song.ts';
import { EPISODES } from './episodes.ts';
import type { Chapter } from './id3-tag.ts';
import { type Ident, identSong } from './ident-song.ts';
import { COMMON_IDENTS, FIRST_IDENT, STREAM_IDENTS } from './idents.ts';
import { type Miniature, miniatureSong } from './miniature-song.ts';
import { INTERLUDES, SPOTS } from './spots.ts';

/** An audio file of the demo station. */
export interface DemoFile {
  /** From STATION_DIR, forward slashes. */
  path: string;
  /** MP3 where its ending says so, else FLAC. */
  tags: Tags;
  /** Parts of a podcast's episode. */
  chapters: readonly Chapter[];
  song(): Song;
}

const STATION = 'Onde';
const COMMENT = 'Synthesised by Onde for its demo station';

function tracksOf<S extends Score>(
  streamId: StreamId,
  genre: string,
  scores: readonly S[],
  song: (score: S) => Song,
): DemoFile[] {
  return scores.map((score) => ({
    path: `music/${streamId}/${score.artist} - ${score.title}.flac`,
    chapters: [],
    tags: {
      artist: score.artist,
      title: score.title,
      album: score.album,
      genre,
      date: String(score.year),
      comment: COMMENT,
    },
    song: () => song(score),
  }));
}

/** Tracks by stream, each in the order in which they are made. */
export const DEMO_TRACKS: Readonly<Record<StreamId, readonly DemoFile[]>> = {
  dance: tracksOf('dance', 'Dance', DANCE_TRACKS, danceSong),
  hits: tracksOf('hits', 'Pop', HITS_TRACKS, hitsSong),
  club: tracksOf('club', 'House', CLUB_TRACKS, clubSong),
  lounge: tracksOf('lounge', 'Downtempo', LOUNGE_TRACKS, loungeSong),
  trance: tracksOf('trance', 'Trance', TRANCE_TRACKS, tranceSong),
  '2000': tracksOf('2000', 'Electro', TWO_THOUSAND_TRACKS, twoThousandSong),
  '90s': tracksOf('90s', 'Eurodance', NINETIES_TRACKS, ninetiesSong),
  '80s': tracksOf('80s', 'Synthwave', EIGHTIES_TRACKS, eightiesSong),
};

function jingle(folder: string, ident: Ident): DemoFile {
  return {
    path: `${folder}/${STATION} - ${ident.title}.flac`,
    chapters: [],
    tags: { artist: STATION, title: ident.title, genre: 'Jingle', comment: COMMENT },
    song: () => identSong(ident),
  };
}

function miniature(folder: string, genre: string, piece: Miniature): DemoFile {
  return {
    path: `${folder}/${STATION} - ${piece.title}.flac`,
    chapters: [],
    tags: { artist: STATION, title: piece.title, genre, comment: COMMENT },
    song: () => miniatureSong(piece),
  };
}

const firstJingle = jingle('jingles', FIRST_IDENT);
const streamJingles = STREAM_IDS.map((id) => jingle(`jingles/${id}`, STREAM_IDENTS[id]));
const commonJingles = COMMON_IDENTS.map((ident) => jingle('jingles', ident));
const spots = SPOTS.map((piece) => miniature('spots', 'Spot', piece));
const interludes = INTERLUDES.map((piece) => miniature('interludes', 'Interlude', piece));

const episodes = EPISODES.map(
  (episode): DemoFile => ({
    path: `podcasts/${episode.show}/${episode.file}.mp3`,
    chapters: episode.chapters.map(([bar, title]) => ({
      startMs: Math.round((bar * 240_000) / episode.bpm),
      title,
    })),
    tags: {
      artist: episode.showTitle,
      album: episode.showTitle,
      title: episode.title,
      genre: 'Podcast',
      date: episode.date,
      comment: episode.description,
    },
    song: () => episodeSong(episode),
  }),
);

function round(number: number): DemoFile[] {
  return STREAM_IDS.flatMap((id) => DEMO_TRACKS[id][number] ?? []);
}

/** What lets every stream sound: made before all else. */
const urgent = [firstJingle, ...round(0)];

/** Everything the demo renders, in the order in which a first listener needs it. */
export const DEMO_FILES: readonly DemoFile[] = [
  ...urgent,
  ...commonJingles,
  ...round(1),
  ...spots,
  ...interludes,
  ...streamJingles,
  ...round(2),
  ...episodes,
  ...round(3),
];

export const URGENT_PATHS: ReadonlySet<string> = new Set(urgent.map(({ path }) => path));
