import type { Kysely } from 'kysely';
import type { DatabaseSchema } from './schema/database-schema.ts';

/** Typed access to every table, on either engine. A transaction may stand in for it. Disposing closes it. */
export type Database = Kysely<DatabaseSchema>;
