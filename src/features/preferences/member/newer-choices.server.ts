import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#src/db/database.ts';
import type { PreferencesTable } from '#src/db/schema/members-tables.ts';
import {
  PREFERENCE_NAMES,
  type PreferenceChange,
  type PreferenceName,
} from '#src/features/preferences/preferences.ts';
import type { ChoiceTime } from '#src/features/preferences/preferences.wire.ts';

export type PreferencesRow = Selectable<PreferencesTable>;

/** A change on its way into the database. */
export interface SentChange {
  readonly change: PreferenceChange;
  /** When its choices were made; where it is not said, now. */
  readonly times?: { readonly [Name in PreferenceName]?: ChoiceTime | undefined };
  readonly nowMs: number;
}

const COLUMNS = {
  volume: ['volume', 'volume_ms'],
  language: ['language', 'language_ms'],
  theme: ['theme', 'theme_ms'],
  lastStreamId: ['last_stream_id', 'last_stream_ms'],
  favoriteStreamId: ['favorite_stream_id', 'favorite_stream_ms'],
} as const satisfies Record<PreferenceName, readonly [keyof PreferencesTable, keyof PreferencesTable]>;

/**
 * Keeps each choice, unless there is a newer one [A133]: in one statement, since devices send at the same time.
 * @throws {ForeignKeyViolation} when the account went meanwhile
 */
export async function keepNewer(
  db: Database,
  userId: string,
  { change, times = {}, nowMs }: SentChange,
): Promise<PreferencesRow> {
  const names = PREFERENCE_NAMES.filter((name) => change[name] !== undefined);
  const values = names.flatMap((name) => {
    const [value, time] = COLUMNS[name];
    const chosenMs = Math.round(nowMs - (times[name]?.ms_ago ?? 0));
    return [
      [value, change[name]],
      // What goes along without having been chosen, as after a sign-in, has no time.
      [time, chosenMs > 0 ? chosenMs : null],
    ];
  });
  const newer = names.flatMap((name) => newerOf(name, times[name]?.after, nowMs));
  return await db
    .insertInto('preferences')
    .values({ user_id: userId, ...Object.fromEntries(values) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(Object.fromEntries(newer)))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What its two columns become: those of the choice that is sent, or those that are there. */
function newerOf(
  name: PreferenceName,
  after: string | undefined,
  nowMs: number,
): [string, RawBuilder<unknown>][] {
  const [value, time] = COLUMNS[name];
  const [kept, keptMs] = [sql.ref(`preferences.${value}`), sql.ref(`preferences.${time}`)];
  const [sent, sentMs] = [sql.ref(`excluded.${value}`), sql.ref(`excluded.${time}`)];
  // A time that lies ahead is of a clock that was set back since: it counts for nothing.
  const isUndated = sql`(${keptMs} is null or ${keptMs} > ${sql.lit(nowMs)})`;
  const isKnown =
    after === undefined ? sql`` : sql` or ${keptMs} = ${sql.lit(Math.round(Date.parse(after)))}`;
  const isNewer = sql`(${isUndated} or ${keptMs} <= ${sentMs}${isKnown})`;
  const isLater = sql`(${isUndated} or ${keptMs} < ${sentMs})`;
  return [
    [value, sql`case when ${isNewer} then ${sent} else ${kept} end`],
    [time, sql`case when ${isLater} then ${sentMs} else ${keptMs} end`],
  ];
}

/**
 * Forgets all choices, which is one of each: made now.
 * @throws {ForeignKeyViolation} when the account went meanwhile
 */
export async function forgetChoices(db: Database, userId: string, nowMs: number): Promise<PreferencesRow> {
  const none = Object.fromEntries(
    Object.values(COLUMNS).flatMap(([value, time]) => [
      [value, null],
      [time, nowMs],
    ]),
  );
  return await db
    .insertInto('preferences')
    .values({ user_id: userId, ...none })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(none))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** When each choice was made or reset, where that is known. */
export function choiceTimes(row: PreferencesRow): { [Name in PreferenceName]?: string } {
  return Object.fromEntries(
    PREFERENCE_NAMES.flatMap((name) => {
      const ms = row[COLUMNS[name][1]];
      return ms === null ? [] : [[name, new Date(ms).toISOString()]];
    }),
  );
}
