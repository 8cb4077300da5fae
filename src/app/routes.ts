import { Page as HomePage, load as loadHome } from '#src/features/home/home-page.tsx';
import type { TextGroup } from '#src/i18n/areas.ts';
import type { PageModule } from '#src/page/page-module.ts';
import { type FoundRoute, type Pattern, routeFinder } from './match-route.ts';

/** Which page answers an address. */
export interface Route extends Pattern {
  /** Gives the page's module, called `*-page.tsx`: by that the server finds its files. */
  readonly page: () => Promise<PageModule>;
  /** Groups of texts that the page needs beside `core`. */
  readonly texts: readonly TextGroup[];
}

/** Comes with every visit: most begin there. */
const HOME: PageModule = { Page: HomePage, load: loadHome };

/**
 * Every address there is [A6, A7, R5], the first match counts. `page/address/address-rules.ts` has those that
 * lead to others.
 */
export const ROUTES: readonly Route[] = [
  {
    pattern: '/validate-email',
    page: () => import('#src/features/accounts/mail-pages/validate-email-page.tsx'),
    texts: ['accounts'],
  },
  {
    pattern: '/reset-password',
    page: () => import('#src/features/accounts/mail-pages/reset-password-page.tsx'),
    texts: ['accounts'],
  },
  {
    pattern: '/player/:streamId',
    page: () => import('#src/features/player-bar/small/small-player-page.tsx'),
    texts: ['panel', 'track'],
    isBare: true,
  },
  {
    pattern: '/status',
    page: () => import('#src/features/status/status-page.tsx'),
    texts: ['status'],
  },
  ...['/lovepuls/:name?', '/:language/lovepuls/:name?'].map(
    (pattern): Route => ({
      pattern,
      page: () => import('#src/features/member-page/member-page.tsx'),
      texts: ['members', 'track'],
    }),
  ),
  ...['/:language', '/:language/:streamId'].map(
    (pattern): Route => ({
      pattern,
      page: async () => HOME,
      texts: [],
    }),
  ),
  {
    pattern: '/:language/:streamId/info-titre/:name',
    page: () => import('#src/features/track/track-page.tsx'),
    texts: ['track'],
  },
  {
    pattern: '/:language/:streamId/biography/:name',
    page: () => import('#src/features/artist/artist-page.tsx'),
    texts: ['track'],
  },
  {
    pattern: '/:language/:streamId/page-ecoute.html',
    page: () => import('#src/features/listen/listen-page.tsx'),
    texts: ['listen'],
  },
  {
    pattern: '/:language/:streamId/page-don.html',
    page: () => import('#src/features/donation/donation-page.tsx'),
    texts: ['donation'],
  },
  {
    pattern: '/:language/:streamId/page-mentions-legales.html',
    page: () => import('#src/features/legal/legal-page.tsx'),
    texts: ['legal'],
  },
  {
    pattern: '/:language/:streamId/page-search.html',
    page: () => import('#src/features/what-was-that/page/what-was-that-page.tsx'),
    texts: ['pages', 'charts', 'track'],
  },
  {
    pattern: '/:language/:streamId/moment/:name',
    page: () => import('#src/features/what-was-that/moment/moment-page.tsx'),
    texts: ['moment', 'track'],
  },
  {
    pattern: '/:language/:streamId/page-top20.html',
    page: () => import('#src/features/charts/top20-page.tsx'),
    texts: ['pages', 'charts', 'track'],
  },
  {
    pattern: '/:language/:streamId/page-last20.html',
    page: () => import('#src/features/charts/latest-additions-page.tsx'),
    texts: ['pages', 'charts', 'track'],
  },
  {
    pattern: '/:language/:streamId/page-podcast.html',
    page: () => import('#src/features/podcasts/podcasts-page.tsx'),
    texts: ['programme'],
  },
  {
    pattern: '/:language/:streamId/page-grille.html',
    page: () => import('#src/features/schedule/schedule-page.tsx'),
    texts: ['programme'],
  },
  {
    pattern: '/:language/:streamId/profile',
    page: () => import('#src/features/profile/page/profile-page.tsx'),
    texts: ['members', 'accounts', 'track'],
  },
  {
    pattern: '/:language/:streamId/profile/diary',
    page: () => import('#src/features/diary/screen/diary-page.tsx'),
    texts: ['diary', 'track'],
  },
  {
    pattern: '/:language/:streamId/pseudo-selection',
    page: () => import('#src/features/accounts/username/username-page.tsx'),
    texts: ['accounts'],
  },
  {
    pattern: '/:language/:streamId/page-contact.html',
    page: () => import('#src/features/contact/screen/contact-page.tsx'),
    texts: ['contact'],
  },
];

/** The designed 404. */
export const NOT_FOUND: Route = {
  pattern: '*',
  page: () => import('#src/features/not-found/not-found-page.tsx'),
  texts: ['pages'],
};

/**
 * The route that answers an address.
 * @param pathname as the address has it, percent-encoded
 */
export const findRoute: (pathname: string) => FoundRoute<Route> = routeFinder(ROUTES, NOT_FOUND);
