import type { BelievedTimeTables } from './believed-time-tables.ts';
import type { ChartsTables } from './charts-tables.ts';
import type { ContactTables } from './contact-tables.ts';
import type { DiaryTables } from './diary-tables.ts';
import type { ListeningTables } from './listening-tables.ts';
import type { MembersTables } from './members-tables.ts';
import type { MusicTables } from './music-tables.ts';
import type { PicturesTables } from './pictures-tables.ts';
import type { SignInsTables } from './sign-ins-tables.ts';
import type { SlotsTables } from './slots-tables.ts';
import type { TakingPartTables } from './taking-part-tables.ts';

/** Columns in `_ms` are milliseconds since the Unix epoch; columns in `_folded` are written by foldText and foldArtist alone. */
export interface DatabaseSchema
  extends MusicTables,
    MembersTables,
    ChartsTables,
    TakingPartTables,
    DiaryTables,
    SlotsTables,
    ListeningTables,
    SignInsTables,
    ContactTables,
    PicturesTables,
    BelievedTimeTables {}
