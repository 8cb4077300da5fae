import type { Database } from '#src/db/database.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { instanceSecret, replaceInstanceSecret } from '#src/platform/secrets/instance-secret.ts';

const ROW = 1;

/**
 * Gives all processes of a station one secret: what one signs (tokens of members' streams, challenges, sign-ins under
 * way), each of the others believes. The first one in the database counts; another one of this DATA_DIR gives way to it.
 * Before anything that makes keys, but for broadcast, which looks now and then.
 * @throws {OperatorError} when the file of DATA_DIR holds something else
 */
export async function shareSecret(db: Database, path: string, logger: Logger): Promise<void> {
  const own = instanceSecret(path);
  await db
    .insertInto('shared_secret')
    .values({ id: ROW, secret: own })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { secret } = await db
    .selectFrom('shared_secret')
    .select('secret')
    .where('id', '=', ROW)
    .executeTakeFirstOrThrow();
  if (secret === own) return;
  replaceInstanceSecret(path, secret);
  logger.info('this DATA_DIR took over the secret of the station from the database');
}
