import type { Generated } from 'kysely';
import type { Language } from '#src/contract/languages.ts';
import type { SlotPlace } from '#src/contract/slots.ts';
import type { StreamId } from '#src/contract/streams.ts';

/** What the station keeps that belongs to no member and no song. */
export interface StationTables {
  contact_messages: ContactMessagesTable;
  spent_proofs: SpentProofsTable;
  slot_days: SlotDaysTable;
  listening: ListeningTable;
  believed_time: BelievedTimeTable;
  heard_pieces: HeardPiecesTable;
  listener_hours: ListenerHoursTable;
  listener_days: ListenerDaysTable;
  robot_hours: RobotHoursTable;
  robot_days: RobotDaysTable;
  robot_findings: RobotFindingsTable;
  troubles: TroublesTable;
  station_parts: StationPartsTable;
  shared_secret: SharedSecretTable;
  broadcast_groups: BroadcastGroupsTable;
  broadcast_machines: BroadcastMachinesTable;
  journal_lines: JournalLinesTable;
}

/**
 * What visitors wrote to the association. Nothing says whether one of them is a member: the address is not
 * proven.
 */
export interface ContactMessagesTable {
  id: Generated<number>;
  /** As the sender wrote it. */
  email: string;
  /** One line. */
  subject: string;
  message: string;
  /** The language in which the sender read the site. */
  language: Language;
  created_ms: number;
  /** When the operator first looked at it; null before. */
  read_ms: number | null;
}

/** Proofs of work that have let a message in: none does so twice. */
interface SpentProofsTable {
  /** The challenge's own number, 128 random bits in hexadecimal; the key. */
  nonce: string;
  /** When the proof would be refused for its age anyway. */
  expires_ms: number;
}

/**
 * How often an advert of the site was seen and followed on a day. Nothing says by whom. (day, slot_id) is the
 * key; what the slot was stays beside it, since station.yaml forgets.
 */
interface SlotDaysTable {
  /** `YYYY-MM-DD`, by the station's clock. */
  day: string;
  slot_id: string;
  place: SlotPlace;
  /** Path from STATION_DIR. */
  image: string;
  link: string;
  views: number;
  clicks: number;
}

/**
 * The sound that listeners were sent in a stretch of a few minutes, on all streams together. Nothing says to
 * whom.
 */
interface ListeningTable {
  /** The key: a line of the journal that is drained again changes nothing. */
  started_ms: number;
  sent_bytes: number;
  /** How long that sound lasts. */
  heard_ms: number;
}

interface BelievedTimeTable {
  /** 1: there is one row. */
  id: number;
  /** The latest time that agreed with what was written before. */
  believed_ms: number;
  /** Since when a clock has gone on away from that; null while none does. */
  doubt_since_ms: number | null;
  /** Where that clock stood last. */
  doubt_last_ms: number | null;
}

/**
 * What a piece on air was heard by: tracks, jingles, spots, and as interludes all that members hear in place of spots.
 * Nothing says who they were. (stream_id, started_ms, media_id, from_ms) is the key; stream and start lead to the play
 * of a track. Rows of one piece, one of each process that counted it, add up.
 */
interface HeardPiecesTable {
  stream_id: StreamId;
  started_ms: number;
  media_id: string;
  /** When counting began; `started_ms` unless broadcast was started again in the middle. */
  from_ms: number;
  kind: 'track' | 'jingle' | 'spot' | 'interlude';
  /** Its end, so far. */
  ended_ms: number;
  /** Who got at least one frame of it. */
  guest_listeners: number;
  /** Who got it from first to last frame in one go. */
  guest_whole: number;
  /** How long the sound of it lasts that was sent, all listeners together. */
  guest_sent_ms: number;
  member_listeners: number;
  member_whole: number;
  member_sent_ms: number;
}

/**
 * How many listened in an hour: to all streams together ('' in stream, variant and transport), to one of them ('' in
 * the last two), or to one variant of it by one way. Nothing says who they were. (hour_ms, stream_id, variant,
 * transport, part_ms) is the key.
 */
interface ListenerHoursTable {
  hour_ms: number;
  stream_id: StreamId | '';
  variant: 'guest' | 'member' | '';
  transport: 'progressive' | 'hls' | '';
  /** When counting began: later than the hour where broadcast was started in the middle of it. */
  part_ms: number;
  /** The most at once. */
  peak: number;
  joins: number;
  distinct_listeners: number;
  /** How long the sound lasts that they were sent. */
  heard_ms: number;
}

/**
 * How many different listeners a day had, on all streams ('') or on one. (day, stream_id, since_ms) is the key: a
 * restart of broadcast counts anew.
 */
interface ListenerDaysTable {
  /** `YYYY-MM-DD`, by the station's clock. */
  day: string;
  stream_id: StreamId | '';
  since_ms: number;
  distinct_listeners: number;
}

/** How often robots listened to a stream in an hour. (hour_ms, stream_id) is the key. */
interface RobotHoursTable {
  hour_ms: number;
  stream_id: StreamId;
  findings: number;
  /** Those of them in which a listener would have suffered. */
  troubled: number;
}

/** The same of a day. (day, stream_id) is the key. */
interface RobotDaysTable extends Omit<RobotHoursTable, 'hour_ms'> {
  /** `YYYY-MM-DD`, by the station's clock. */
  day: string;
}

/** What each robot found last of each stream. (stream_id, robot) is the key. */
interface RobotFindingsTable {
  stream_id: StreamId;
  robot: string;
  at_ms: number;
  /** The worst; null when all was well. */
  problem: string | null;
}

/** What was wrong, from when to when. */
interface TroublesTable {
  id: Generated<number>;
  /** '' with `robot`: the robots themselves did not listen. */
  stream_id: StreamId | '';
  robot: string;
  problem: string;
  /** What was found, for the operator. */
  detail: string;
  since_ms: number;
  /** Null while it lasts. */
  until_ms: number | null;
  /** When a mail told of it, and of its end; null before. */
  told_ms: number | null;
  end_told_ms: number | null;
}

/** The station as the radio's machine reads it, for web processes on others. */
interface StationPartsTable {
  /** The key; see src/web/machines/told-parts.ts. */
  part: string;
  /** A hash of `content`. */
  version: string;
  /** JSON. */
  content: string;
}

/** What keys of all processes of the station are made from. */
interface SharedSecretTable {
  /** 1: there is one row. */
  id: number;
  /** 256 bits in hexadecimal. */
  secret: string;
}

/** Whose turn it is to be on the air. Who holds the advisory lock of the group writes it. */
interface BroadcastGroupsTable {
  /** The key: BROADCAST_GROUP. */
  name: string;
  /** The machine on the air. */
  holder: string;
  /** Grows by one with each turn. */
  epoch: number;
  /** When it last said that it is on the air, by the database's clock. */
  beat_ms: number;
  /** What its own clock said then. */
  clock_ms: number;
  /** 1: it has let go of the turn itself. */
  is_released: number;
  /** Its `hls.json` (`broadcast/hls/told-segments.ts`); null before anybody was told of a segment. */
  told_segments: string | null;
}

/** The machines of a group. (group_name, machine) is the key. */
interface BroadcastMachinesTable {
  group_name: string;
  machine: string;
  /** When it was last there, by the database's clock. */
  beat_ms: number;
  /** Where the others reach it: a list in JSON. */
  addresses: string;
  /** By which machines find out whether they would play the same: JSON. */
  likeness: string;
}

/**
 * What began on each stream, as the journal of the machine on the air has it: by these lines another one goes on in its
 * place. (group_name, stream_id, started_ms, media_id) is unique.
 */
interface JournalLinesTable {
  /** In the order in which they came. */
  id: Generated<number>;
  group_name: string;
  stream_id: StreamId;
  started_ms: number;
  media_id: string;
  line: string;
}
