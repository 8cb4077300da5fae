import type { ChartsTables } from './charts-tables.ts';
import type { MembersTables } from './members-tables.ts';
import type { MusicTables } from './music-tables.ts';
import type { StationTables } from './station-tables.ts';
import type { TakingPartTables } from './taking-part-tables.ts';

/**
 * Every table. Columns in `_ms` are milliseconds since the Unix epoch; columns in `_folded` are written by
 * foldText and foldArtist alone.
 */
export interface DatabaseSchema
  extends MusicTables,
    ChartsTables,
    MembersTables,
    TakingPartTables,
    StationTables {}
