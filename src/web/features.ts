import { accountsFeature } from '#src/features/accounts/accounts.feature.ts';
import { adFreeFeature } from '#src/features/ad-free/ad-free.feature.ts';
import { alertsFeature } from '#src/features/alerts/alerts.feature.ts';
import { artistFeature } from '#src/features/artist/artist.feature.ts';
import { chartsFeature } from '#src/features/charts/charts.feature.ts';
import { clientAddressFeature } from '#src/features/client-address/client-address.feature.ts';
import { commentsFeature } from '#src/features/comments/comments.feature.ts';
import { contactFeature } from '#src/features/contact/contact.feature.ts';
import { diaryFeature } from '#src/features/diary/diary.feature.ts';
import { donationFeature } from '#src/features/donation/donation.feature.ts';
import { favoritesFeature } from '#src/features/favorites/favorites.feature.ts';
import { historyFeature } from '#src/features/history/history.feature.ts';
import { homeFeature } from '#src/features/home/home.feature.ts';
import { legalFeature } from '#src/features/legal/legal.feature.ts';
import { podcastsFeature } from '#src/features/podcasts/podcasts.feature.ts';
import { preferencesFeature } from '#src/features/preferences/preferences.feature.ts';
import { profileFeature } from '#src/features/profile/profile.feature.ts';
import type { Services } from '#src/features/services.server.ts';
import { slotsFeature } from '#src/features/slots/slots.feature.ts';
import { statusFeature } from '#src/features/status/status.feature.ts';
import { trackFeature } from '#src/features/track/track.feature.ts';
import { votesFeature } from '#src/features/votes/votes.feature.ts';
import { whatWasThatFeature } from '#src/features/what-was-that/what-was-that.feature.ts';

/** Tests call others than the true ones. */
export interface OutsideCalls {
  readonly accounts?: Parameters<typeof accountsFeature>[1];
  readonly contact?: Parameters<typeof contactFeature>[1];
}

/**
 * Every feature that brings something to the web process: what it has of endpoints, mails and the rest stands
 * with it.
 */
export function createFeatures(services: Services, outside: OutsideCalls = {}) {
  return {
    accounts: accountsFeature(services, outside.accounts),
    adFree: adFreeFeature(services),
    alerts: alertsFeature(services),
    artist: artistFeature(services),
    charts: chartsFeature(services),
    clientAddress: clientAddressFeature(),
    comments: commentsFeature(services),
    contact: contactFeature(services, outside.contact),
    diary: diaryFeature(services),
    donation: donationFeature(services),
    favorites: favoritesFeature(services),
    history: historyFeature(services),
    home: homeFeature(services),
    legal: legalFeature(services),
    podcasts: podcastsFeature(services),
    preferences: preferencesFeature(services),
    profile: profileFeature(services),
    slots: slotsFeature(services),
    status: statusFeature(services),
    track: trackFeature(services),
    votes: votesFeature(services),
    whatWasThat: whatWasThatFeature(services),
  };
}

export type Features = ReturnType<typeof createFeatures>;

type TableOf<Brought> = Brought extends { readonly endpoints: infer Table } ? Table : never;
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Whole) => void
  ? Whole
  : never;

/** Pages and features call what a feature brings, and nothing else. */
declare module '#src/page/wire/endpoints.ts' {
  interface Endpoints extends All<TableOf<Features[keyof Features]>> {}
}
