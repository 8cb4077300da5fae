import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** Pages whose content comes later, by the name of their texts (`pages.{name}`). */
const coming = (path: string, name: string) =>
  route(path, 'features/coming/coming-page.tsx', { id: `coming/${name}` });

/** Every address there is [A6, A7, R5]. `page/address/address-rules.ts` has the redirects. */
export default [
  layout('app/frame/main-layout.tsx', [
    layout('app/frame/page-boundary.tsx', [
      route('validate-email', 'features/accounts/mail-pages/validate-email-page.tsx'),
      route('reset-password', 'features/accounts/mail-pages/reset-password-page.tsx'),
      route('lovepuls/:pseudo?', 'features/member-page/member-page.tsx', { id: 'lovepuls/french' }),
      ...prefix(':language', [
        index('features/home/home-page.tsx', { id: 'home' }),
        route('lovepuls/:pseudo?', 'features/member-page/member-page.tsx', { id: 'lovepuls' }),
        route(':streamId', 'features/home/home-page.tsx', { id: 'home/stream' }),
        ...prefix(':streamId', [
          route('info-titre/:title', 'features/track/track-page.tsx'),
          route('biography/:artist', 'features/biography/biography-page.tsx'),
          coming('page-ecoute.html', 'listen'),
          coming('page-contact.html', 'contact'),
          route('page-search.html', 'features/what-was-that/what-was-that-page.tsx'),
          route('page-top20.html', 'features/charts/top20-page.tsx'),
          route('page-last20.html', 'features/charts/latest-additions-page.tsx'),
          route('page-podcast.html', 'features/podcasts/podcasts-page.tsx'),
          route('page-grille.html', 'features/schedule/schedule-page.tsx'),
          coming('page-don.html', 'donate'),
          coming('page-mentions-legales.html', 'legal'),
          route('profile', 'features/profile/profile-page.tsx'),
          route('pseudo-selection', 'features/accounts/username/username-page.tsx'),
        ]),
        route('*', 'features/not-found/not-found-page.tsx'),
      ]),
    ]),
  ]),
  route('player/:streamId', 'features/player-bar/small-player-page.tsx'),
  index('app/elsewhere.ts', { id: 'elsewhere/root' }),
  route('*', 'app/elsewhere.ts'),
] satisfies RouteConfig;
