import { createHash } from 'node:crypto';
import pg from 'pg';

/** Statements that a connection keeps ready: each takes the server some kilobytes. */
const PREPARED_MAX = 300;
/** Texts that were seen once; forgotten each time there are this many. */
const SEEN_MAX = 1_000;
const WITH_A_PLAN = /^(select|with|insert|update|delete)\b/i;
/**
 * `invalid_sql_statement_name` and `duplicate_prepared_statement`: something between us and the server, such as a
 * pooler of transactions, has changed the session.
 */
const OTHER_SESSION = new Set<string | undefined>(['26000', '42P05']);
/** A table has got another form, by a newer version of the program beside this one. */
const OUTDATED = /^cached plan must not change result type/;

/** Which statements the server is told to keep: those that come again, up to a number. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #isOff = false;

  /** The name of a statement; null for one that is sent whole. */
  nameOf(sql: string): string | null {
    if (this.#isOff) return null;
    const known = this.#names.get(sql);
    if (known !== undefined) return known;
    if (this.#names.size >= PREPARED_MAX || !WITH_A_PLAN.test(sql)) return null;
    if (!this.#seen.delete(sql)) {
      if (this.#seen.size >= SEEN_MAX) this.#seen.clear();
      this.#seen.add(sql);
      return null;
    }
    const name = createHash('sha256').update(sql).digest('base64url');
    this.#names.set(sql, name);
    return name;
  }

  /** Has all statements sent whole from now on. */
  stop(): void {
    this.#isOff = true;
  }
}

/** Has the server read and plan only once what this connection asks for over and over. */
export function prepareStatements(
  client: Pick<pg.ClientBase, 'query'>,
  statements: PreparedStatements,
): void {
  client.query = new Proxy(client.query, {
    apply(query, self, given: readonly unknown[]) {
      const [text, values] = given;
      const name = typeof text === 'string' && Array.isArray(values) ? statements.nameOf(text) : null;
      if (name === null) return Reflect.apply(query, self, given);
      const asked: Promise<unknown> = Reflect.apply(query, self, [{ name, text, values }]);
      return asked.catch(async (error: unknown) => {
        if (!isOfPreparing(error)) throw error;
        statements.stop();
        // Nothing was done yet. A transaction that it was part of has failed all the same.
        const again: Promise<unknown> = Reflect.apply(query, self, given);
        return again.catch(() => {
          throw error;
        });
      });
    },
  });
}

/** Whether a statement failed for being prepared: asked again, it is sent whole. */
export function isOfPreparing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (OTHER_SESSION.has(error.code) || OUTDATED.test(error.message));
}
