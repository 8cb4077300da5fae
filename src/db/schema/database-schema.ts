import type { ChartCountsTable } from './chart-counts-table.ts';
import type { ChartEntriesTable } from './chart-entries-table.ts';
import type { ChartWeeksTable } from './chart-weeks-table.ts';
import type { ChartWindowTable } from './chart-window-table.ts';
import type { DrainOffsetsTable } from './drain-offsets-table.ts';
import type { EmailTokensTable } from './email-tokens-table.ts';
import type { FavoriteArtistsTable } from './favorite-artists-table.ts';
import type { FavoriteTracksTable } from './favorite-tracks-table.ts';
import type { MailSpoolTable } from './mail-spool-table.ts';
import type { MediaTable } from './media-table.ts';
import type { PlacementsTable } from './placements-table.ts';
import type { PlaysTable } from './plays-table.ts';
import type { PreferencesTable } from './preferences-table.ts';
import type { SessionsTable } from './sessions-table.ts';
import type { SongsTable } from './songs-table.ts';
import type { StreamSongsTable } from './stream-songs-table.ts';
import type { UsersTable } from './users-table.ts';

/** Columns in `_ms` are milliseconds since the Unix epoch; columns in `_folded` are written by foldText alone. */
export interface DatabaseSchema {
  songs: SongsTable;
  media: MediaTable;
  placements: PlacementsTable;
  stream_songs: StreamSongsTable;
  plays: PlaysTable;
  drain_offsets: DrainOffsetsTable;
  users: UsersTable;
  sessions: SessionsTable;
  email_tokens: EmailTokensTable;
  preferences: PreferencesTable;
  mail_spool: MailSpoolTable;
  favorite_tracks: FavoriteTracksTable;
  favorite_artists: FavoriteArtistsTable;
  chart_counts: ChartCountsTable;
  chart_window: ChartWindowTable;
  chart_weeks: ChartWeeksTable;
  chart_entries: ChartEntriesTable;
}
