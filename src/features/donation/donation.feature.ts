import { DAY_MS } from '#src/contract/durations.ts';
import { DOCUMENT_KEPT_SECONDS, LISTENING_DAYS } from '#src/contract/limits.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import type { Feature, Services } from '#src/features/services.server.ts';
import { nothing, wireMethod } from '#src/platform/wire/endpoint.ts';
import { dataReply } from '#src/platform/wire/wire-reply.ts';
import { listenedSince } from '#src/records/listening/listening.ts';
import { donationSchema } from './donation.wire.ts';
import { radioCost } from './radio-cost.ts';

export function donationFeature(services: Services) {
  return { endpoints: { donation: donationEndpoint(services) } } satisfies Feature;
}

/** `donation` [W100] */
function donationEndpoint(services: Pick<Services, 'clock' | 'settings' | 'station'> & Counting) {
  const { clock, settings } = services;
  return {
    GET: wireMethod({
      query: nothing,
      body: nothing,
      reply: donationSchema,
      keptSeconds: DOCUMENT_KEPT_SECONDS,
      async run() {
        const { association, donation } = services.station();
        const nowMs = clock.nowMs();
        // The radio does not know what a CDN, an Icecast or a web server sends to listeners.
        const { mediaBaseUrl, icecastUrl, hlsDir } = settings;
        const isAlone = mediaBaseUrl === '' && icecastUrl === null && hlsDir === null;
        const isCounted = isAlone && donation.bills.length > 0;
        const listened = isCounted ? await findListened(services, nowMs) : null;
        return dataReply({
          form: donation.form,
          load: donation.load,
          origins: donation.origins,
          name: association.name,
          address: association.address,
          email: association.email,
          cost: radioCost({ bills: donation.bills, listened, nowMs }),
        });
      },
    }),
  };
}

type Counting = Pick<Services, 'db' | 'databaseOutage'>;

/** What was heard; null while the database is away, without which the form is there all the same. */
async function findListened({ db, databaseOutage }: Counting, nowMs: number) {
  try {
    return await listenedSince(db, nowMs - LISTENING_DAYS * DAY_MS, nowMs);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    databaseOutage.failed(error.message);
    return null;
  }
}
