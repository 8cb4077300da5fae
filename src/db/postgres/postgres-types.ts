import pg from 'pg';

/** Object ids of int8 and numeric (pg_type.dat): read as numbers, as SQLite gives them. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

/** How values are read. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (NUMBER_TYPES.has(id) ? Number : pg.types.getTypeParser(id, format)),
};
