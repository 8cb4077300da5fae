import { type Expression, type RawBuilder, sql } from 'kysely';

/** The smaller of a column and an instant, the instant where the column is null. The engines' own functions differ. */
export function earlierOf(
  column: Expression<number | null>,
  instantMs: number | Expression<number>,
): RawBuilder<number> {
  return sql<number>`case when ${column} <= ${instantMs} then ${column} else ${instantMs} end`;
}
