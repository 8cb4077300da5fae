import { Page as HomePage, load as loadHome } from '#src/features/home/home-page.tsx';
import type { TextGroup } from '#src/i18n/areas.ts';
import type { PageModule } from '#src/page/page-module.ts';
import type { Pattern } from './match-route.ts';

/** Which page answers an address. */
export interface Route extends Pattern {
  /**
   * The page's module below `src/features`, as the build knows it, for the server alone. The home page has none: it comes
   * with every visit.
   */
  readonly file?: string | undefined;
  readonly page: () => Promise<PageModule>;
  /** Groups of texts that the page needs beside `core`. */
  readonly texts: readonly TextGroup[];
}

const ON_SERVER = import.meta.env.SSR;

/** Comes with every visit: most begin there. */
const HOME: PageModule = { Page: HomePage, load: loadHome };

/** Every address there is [A6, A7, R5], the first match counts. `page/address/address-rules.ts` has those that lead to others. */
export const ROUTES: readonly Route[] = [
  {
    pattern: '/validate-email',
    file: ON_SERVER ? 'accounts/mail-pages/validate-email-page.tsx' : undefined,
    page: () => import('#src/features/accounts/mail-pages/validate-email-page.tsx'),
    texts: ['accounts'],
  },
  {
    pattern: '/reset-password',
    file: ON_SERVER ? 'accounts/mail-pages/reset-password-page.tsx' : undefined,
    page: () => import('#src/features/accounts/mail-pages/reset-password-page.tsx'),
    texts: ['accounts'],
  },
  {
    pattern: '/player/:streamId',
    file: ON_SERVER ? 'player-bar/small-player-page.tsx' : undefined,
    page: () => import('#src/features/player-bar/small-player-page.tsx'),
    texts: ['panel', 'track'],
    isBare: true,
  },
  ...['/lovepuls/:name?', '/:language/lovepuls/:name?'].map(
    (pattern): Route => ({
      pattern,
      file: ON_SERVER ? 'member-page/member-page.tsx' : undefined,
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
    file: ON_SERVER ? 'track/track-page.tsx' : undefined,
    page: () => import('#src/features/track/track-page.tsx'),
    texts: ['track'],
  },
  {
    pattern: '/:language/:streamId/biography/:name',
    file: ON_SERVER ? 'biography/biography-page.tsx' : undefined,
    page: () => import('#src/features/biography/biography-page.tsx'),
    texts: ['track'],
  },
  {
    pattern: '/:language/:streamId/page-ecoute.html',
    file: ON_SERVER ? 'listen/listen-page.tsx' : undefined,
    page: () => import('#src/features/listen/listen-page.tsx'),
    texts: ['listen'],
  },
  {
    pattern: '/:language/:streamId/page-don.html',
    file: ON_SERVER ? 'donation/donation-page.tsx' : undefined,
    page: () => import('#src/features/donation/donation-page.tsx'),
    texts: ['donation'],
  },
  {
    pattern: '/:language/:streamId/page-mentions-legales.html',
    file: ON_SERVER ? 'legal/legal-page.tsx' : undefined,
    page: () => import('#src/features/legal/legal-page.tsx'),
    texts: ['legal'],
  },
  {
    pattern: '/:language/:streamId/page-search.html',
    file: ON_SERVER ? 'what-was-that/what-was-that-page.tsx' : undefined,
    page: () => import('#src/features/what-was-that/what-was-that-page.tsx'),
    texts: ['pages', 'charts', 'track'],
  },
  {
    pattern: '/:language/:streamId/moment/:name',
    file: ON_SERVER ? 'what-was-that/moment/moment-page.tsx' : undefined,
    page: () => import('#src/features/what-was-that/moment/moment-page.tsx'),
    texts: ['moment', 'track'],
  },
  {
    pattern: '/:language/:streamId/page-top20.html',
    file: ON_SERVER ? 'charts/top20-page.tsx' : undefined,
    page: () => import('#src/features/charts/top20-page.tsx'),
    texts: ['pages', 'charts', 'track'],
  },
  {
    pattern: '/:language/:streamId/page-last20.html',
    file: ON_SERVER ? 'charts/latest-additions-page.tsx' : undefined,
    page: () => import('#src/features/charts/latest-additions-page.tsx'),
    texts: ['pages', 'charts', 'track'],
  },
  {
    pattern: '/:language/:streamId/page-podcast.html',
    file: ON_SERVER ? 'podcasts/podcasts-page.tsx' : undefined,
    page: () => import('#src/features/podcasts/podcasts-page.tsx'),
    texts: ['programme'],
  },
  {
    pattern: '/:language/:streamId/page-grille.html',
    file: ON_SERVER ? 'schedule/schedule-page.tsx' : undefined,
    page: () => import('#src/features/schedule/schedule-page.tsx'),
    texts: ['programme'],
  },
  {
    pattern: '/:language/:streamId/profile',
    file: ON_SERVER ? 'profile/profile-page.tsx' : undefined,
    page: () => import('#src/features/profile/profile-page.tsx'),
    texts: ['members', 'accounts', 'track'],
  },
  {
    pattern: '/:language/:streamId/profile/diary',
    file: ON_SERVER ? 'diary/screen/diary-page.tsx' : undefined,
    page: () => import('#src/features/diary/screen/diary-page.tsx'),
    texts: ['diary', 'track'],
  },
  {
    pattern: '/:language/:streamId/pseudo-selection',
    file: ON_SERVER ? 'accounts/username/username-page.tsx' : undefined,
    page: () => import('#src/features/accounts/username/username-page.tsx'),
    texts: ['accounts'],
  },
  {
    pattern: '/:language/:streamId/page-contact.html',
    file: ON_SERVER ? 'contact/screen/contact-page.tsx' : undefined,
    page: () => import('#src/features/contact/screen/contact-page.tsx'),
    texts: ['contact'],
  },
];

/** The designed 404. */
export const NOT_FOUND: Route = {
  pattern: '*',
  file: ON_SERVER ? 'not-found/not-found-page.tsx' : undefined,
  page: () => import('#src/features/not-found/not-found-page.tsx'),
  texts: ['pages'],
};
