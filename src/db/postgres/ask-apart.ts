import pg from 'pg';

/**
 * Asks the server over a connection of its own, which is closed again.
 * @param maxMs longest wait for the connection, and then for the answer
 * @returns the rows
 */
export async function askApart(
  databaseUrl: string,
  maxMs: number,
  question: string,
  values: readonly unknown[] = [],
): Promise<readonly unknown[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: maxMs,
    query_timeout: maxMs,
    application_name: 'onde health',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(question, [...values])).rows;
  } finally {
    void client.end().catch(() => {});
  }
}
