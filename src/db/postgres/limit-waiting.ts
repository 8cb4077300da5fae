import pg from 'pg';
import { systemClock } from '#src/platform/clock/clock.ts';
import { isDoneWithin } from '#src/platform/scheduling/done-within.ts';
import { askApart } from './ask-apart.ts';

/** How long a statement waits for somebody else's lock: less than the embedded database waits for a writer. */
const LOCK_MS_MAX = 3_000;
/** Without an answer for so long, the server is asked over another connection. */
const SUSPECT_MS = 3_000;
/** No answer within this time: the server is away, or the way to it. */
const ANSWER_MS_MAX = 2_500;

const LIMIT = `select pg_backend_pid() as pid, set_config('lock_timeout', '${LOCK_MS_MAX}', false)`;

/**
 * Has a new connection give up what will not be answered: a caller is told so before a proxy takes the whole process for
 * hanging. A server that has lost its power, or its network, ends no connection; what it works on takes as long as it takes.
 */
export async function limitWaiting(client: pg.ClientBase, databaseUrl: string): Promise<void> {
  const limiting = client.query<{ pid: number }>(LIMIT);
  if (!(await isDoneWithin(SUSPECT_MS, limiting, systemClock))) {
    limiting.catch(() => {});
    throw new Error('Connection terminated: no answer');
  }
  const [{ pid } = { pid: 0 }] = (await limiting).rows;
  client.query = new Proxy(client.query, {
    apply(query, self, given: readonly unknown[]) {
      const asked: unknown = Reflect.apply(query, self, given);
      if (asked instanceof Promise) void followAnswer(asked, client, () => isAtWork(databaseUrl, pid));
      return asked;
    },
  });
}

async function followAnswer(
  asked: Promise<unknown>,
  client: pg.ClientBase,
  isWorkedOn: () => Promise<boolean>,
): Promise<void> {
  let isOver = false;
  const over = asked.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  while (!(await isDoneWithin(SUSPECT_MS, over, systemClock))) {
    if ((await isWorkedOn()) || isOver) continue;
    // Whoever waits is told that the connection has ended, and the pool opens another one.
    if (client instanceof pg.Client) client.connection.stream.destroy();
    return;
  }
}

/** Whether the server still has that session. One that refuses to say is there, too. */
async function isAtWork(databaseUrl: string, pid: number): Promise<boolean> {
  try {
    const sessions = 'select 1 from pg_stat_activity where pid = $1';
    return (await askApart(databaseUrl, ANSWER_MS_MAX, sessions, [pid])).length > 0;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  }
}
