import { Outage } from '#src/platform/log/outage.ts';

/** Tells of a database that is away, whoever finds it so. */
export function databaseOutage(
  options: Pick<ConstructorParameters<typeof Outage>[0], 'clock' | 'logger'>,
): Outage {
  return new Outage({
    ...options,
    words: {
      gone: 'the database cannot answer, and calls are told to come back: check the database and its disk',
      back: 'the database answers again',
    },
  });
}
