import type { Language } from '#src/contract/languages.ts';
import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { foldText, slugOf } from '#src/contract/titles.ts';
import { listFavoriteTracks } from '#src/features/favorites/lists/list-favorites.server.ts';
import { findMemberByUsername } from '#src/features/favorites/public/user-favorites.server.ts';
import { readMomentSlug } from '#src/page/address/moment-address.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { doubledTimeName } from '#src/platform/time-zone/doubled-time.ts';
import { formatClock, wallTimeAt } from '#src/platform/time-zone/wall-time.ts';
import { findMoment } from '#src/records/plays/find-plays.ts';
import { findArtistOfSlug, findKnownArtist } from '#src/records/songs/find-artist.ts';
import { findSongBySlug } from '#src/records/songs/find-song.ts';
import type { Biographies } from '#src/station/biographies/biographies.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { slugOfMediaFile } from '#src/station/media-addresses.ts';
import { waveCover, waveSea } from '#src/ui/wave-cover/wave-cover.ts';
import { type CoverServices, coverOfSong } from '#src/web/media/cover-answer.ts';
import { readDrawn } from '#src/web/media/drawn-images.ts';

/** The contents of a picture beside a shared link. */
export interface ShareSubject {
  /** The name that the picture has now, where it may have had another. */
  readonly slug?: string;
  /** Whether it says something of a member, who may delete it. */
  readonly isMembers?: boolean;
  /** A few small words above the title; '' for none. */
  readonly note: string;
  readonly title: string;
  /** Below the title; '' for none. */
  readonly line: string;
  readonly station: string;
  /** The stream's colour, as the station gives it. */
  readonly colour: string;
  /** Says which cover it is. */
  readonly coverName: string;
  /** An SVG document, or the bytes of a JPEG. */
  cover(): Promise<string | Buffer>;
}

export interface SubjectServices extends CoverServices {
  readonly clock: Clock;
  readonly content: { readonly biographies: Biographies };
}

type FindSubject = (
  name: string,
  services: SubjectServices,
  language: Language,
) => Promise<ShareSubject | null>;

/** What is known under a name, by kind of picture [W72]. */
export const SUBJECTS: Readonly<Record<string, FindSubject>> = {
  station: stationSubject,
  stream: streamSubject,
  track: trackSubject,
  artist: artistSubject,
  member: memberSubject,
  moment: momentSubject,
};

/** `/og/station/radio.png`: the radio as a whole. */
async function stationSubject(what: string, { station }: SubjectServices, language: Language) {
  if (what !== 'radio') return null;
  const { name, streams } = station();
  const colour = streams[0]?.colour ?? '';
  const genres = streams.map(({ genre }) => genre[language]).filter((genre) => genre !== '');
  return {
    note: '',
    title: name,
    line: genres.join(' · '),
    station: name,
    colour,
    ...drawn(waveSea(foldText(name), colour)),
  };
}

async function streamSubject(id: string, { station }: SubjectServices, language: Language) {
  const { name, streams } = station();
  const stream = streams.find((one) => one.id === id);
  if (stream === undefined) return null;
  return {
    note: '',
    title: stream.name,
    line: stream.genre[language],
    station: name,
    colour: stream.colour,
    ...drawn(waveSea(id, stream.colour)),
  };
}

async function trackSubject(slug: string, services: SubjectServices) {
  const song = await findSongBySlug(services.db, slugOfMediaFile(slug));
  if (song === null) return null;
  const { colour, ...cover } = await coverOf(song, services);
  return {
    slug: song.slug,
    note: '',
    title: song.title,
    line: song.artist,
    station: services.station().name,
    colour,
    ...cover,
  };
}

/** @param asked the slug of an artist, or the name as it is written */
async function artistSubject(asked: string, services: SubjectServices) {
  const artist = await findArtistOfFile(asked, services);
  if (artist === null) return null;
  const {
    name,
    songs: [latest],
  } = artist;
  const subject = { note: '', title: name, line: '', station: services.station().name };
  if (latest === undefined) {
    const colour = colourOfStream(services.station(), DEFAULT_STREAM);
    return { ...subject, colour, ...drawn(waveCover(foldText(name), colour)) };
  }
  const song = { id: latest.id, folded: foldText(latest.full_title) };
  return { ...subject, ...(await coverOf(song, services)) };
}

/**
 * The artist behind `/og/artist/{slug}.png`, by slug or by name. The name counts first: it is what a page is
 * called by.
 */
async function findArtistOfFile(asked: string, services: SubjectServices) {
  const named = await findKnownArtist(services, asked, 1);
  if (named !== null) return named;
  const slug = slugOfMediaFile(asked).toLowerCase();
  const described = [...services.content.biographies.values()].map(({ name, folder }) => name ?? folder);
  const name = described.find((each) => slugOf(each) === slug) ?? (await findArtistOfSlug(services.db, slug));
  return name === null ? null : findKnownArtist(services, name, 1);
}

/** What the member's public page shows, and nothing else [A48]. */
async function memberSubject(username: string, services: SubjectServices) {
  const { db, station } = services;
  const member = await findMemberByUsername(db, username);
  if (member === null) return null;
  const { name, streams } = station();
  const stream = streams.find(({ id }) => id === (member.favorite_stream_id ?? DEFAULT_STREAM));
  const colour = stream?.colour ?? '';
  const [newest] = await listFavoriteTracks(db, member.id, '', 1);
  const song = newest === undefined ? null : await findSongBySlug(db, newest.slug);
  const cover =
    song === null ? drawn(waveSea(foldText(member.username), colour)) : await coverOf(song, services);
  return {
    ...cover,
    isMembers: true,
    note: '',
    title: `@${member.username}`,
    line: `♥ ${stream?.name ?? name}`,
    station: name,
    colour,
  };
}

async function momentSubject(slug: string, services: SubjectServices) {
  const asked = readMomentSlug(slug);
  if (asked === null) return null;
  const { db, clock, station } = services;
  const { name, streams, timezone } = station();
  const moment = await findMoment(db, asked, clock.nowMs());
  const play = moment?.now ?? moment?.before ?? moment?.after;
  const stream = streams.find(({ id }) => id === asked.streamId);
  const song = play === null || play === undefined ? null : await findSongBySlug(db, play.slug);
  if (!play || song === null || stream === undefined) return null;
  const { year, month, day, ...wall } = wallTimeAt(asked.instantMs, timezone);
  const zone = doubledTimeName(asked.instantMs, timezone, 'en-GB');
  const date = `${day}.${String(month).padStart(2, '0')}.${year}`;
  return {
    ...(await coverOf(song, services)),
    note: `${stream.name} · ${date} · ${`${formatClock({ year, month, day, ...wall })} ${zone}`.trim()}`,
    title: play.title,
    line: play.artist,
    station: name,
    colour: stream.colour,
  };
}

async function coverOf(song: { id: number; folded: string }, services: SubjectServices) {
  const { cover, colour } = await coverOfSong(song, services);
  return { colour, coverName: cover.path, cover: () => readDrawn(cover) };
}

function drawn(svg: string) {
  return { coverName: svg, cover: async () => svg };
}

function colourOfStream({ streams }: StationConfig, streamId: string): string {
  return streams.find(({ id }) => id === streamId)?.colour ?? '';
}
