import { handOverEndpoint } from '#src/features/accounts/hand-over/hand-over-endpoint.server.ts';
import { loginEndpoint } from '#src/features/accounts/login/log-in.server.ts';
import { checkLinkEndpoint } from '#src/features/accounts/mail-links/check-link.server.ts';
import { requestMailEndpoint } from '#src/features/accounts/mail-links/request-mail.server.ts';
import { resetPasswordEndpoint } from '#src/features/accounts/mail-links/reset-password.server.ts';
import { verifyEmailEndpoint } from '#src/features/accounts/mail-links/verify-email.server.ts';
import { registerEndpoint } from '#src/features/accounts/register/register.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { logoutEndpoint, sessionsEndpoint } from '#src/features/accounts/sessions/sessions.server.ts';
import type { SignInLog } from '#src/features/accounts/sign-in-log/sign-in-log.server.ts';
import type { Providers } from '#src/features/accounts/social/providers.server.ts';
import { signInWaysEndpoint } from '#src/features/accounts/social/sign-in-ways.server.ts';
import {
  appleAuthEndpoint,
  googleAuthEndpoint,
} from '#src/features/accounts/social/social-endpoints.server.ts';
import {
  checkPseudoEndpoint,
  updatePseudoEndpoint,
} from '#src/features/accounts/username/username-endpoints.server.ts';
import { tokenEndpoint } from '#src/features/ad-free/token-endpoint.server.ts';
import { artistBiographyEndpoint } from '#src/features/biography/biography.server.ts';
import { latestAdditionsEndpoint } from '#src/features/charts/latest-additions.server.ts';
import { chartWeeksEndpoint, top20Endpoint } from '#src/features/charts/top20.server.ts';
import { clientAddressEndpoint } from '#src/features/client-address/client-address.server.ts';
import { commentReportsEndpoint } from '#src/features/comments/comment-reports.server.ts';
import { commentsEndpoint, repliesEndpoint } from '#src/features/comments/comments-endpoint.server.ts';
import type { Captcha } from '#src/features/contact/captcha.server.ts';
import { captchaEndpoint, contactEndpoint } from '#src/features/contact/contact-endpoint.server.ts';
import { diaryEndpoint } from '#src/features/diary/diary-endpoint.server.ts';
import { donationEndpoint } from '#src/features/donation/donation.server.ts';
import {
  addFavoriteArtistEndpoint,
  addFavoriteEndpoint,
  favoritesCountEndpoint,
  isFavoriteArtistEndpoint,
  isFavoriteEndpoint,
  ownArtistsEndpoint,
  ownFavoritesEndpoint,
  removeFavoriteArtistEndpoint,
  removeFavoriteEndpoint,
} from '#src/features/favorites/own/favorites-endpoints.server.ts';
import { userFavoritesEndpoint } from '#src/features/favorites/public/user-favorites.server.ts';
import { historyEndpoint } from '#src/features/history/history.server.ts';
import { latestTracksEndpoint } from '#src/features/home/latest-tracks.server.ts';
import { legalEndpoint } from '#src/features/legal/notice/legal-endpoint.server.ts';
import { podcastsEndpoint } from '#src/features/podcasts/podcasts.server.ts';
import { preferencesEndpoint } from '#src/features/preferences/member/preferences-endpoint.server.ts';
import { changePasswordEndpoint } from '#src/features/profile/change-password.server.ts';
import { exportEndpoint } from '#src/features/profile/export-data.server.ts';
import { profilePictureEndpoint } from '#src/features/profile/picture-endpoint.server.ts';
import { profileEndpoint } from '#src/features/profile/profile.server.ts';
import { slotsEndpoint } from '#src/features/slots/slots-endpoint.server.ts';
import { artistTracksEndpoint } from '#src/features/track/artist-tracks.server.ts';
import { trackDetailsEndpoint } from '#src/features/track/track-details.server.ts';
import { submitVoteEndpoint, voteStatusEndpoint } from '#src/features/votes/votes-endpoints.server.ts';
import { momentEndpoint } from '#src/features/what-was-that/moment/moment.server.ts';
import { whatWasThatEndpoint } from '#src/features/what-was-that/what-was-that.server.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import type { WebServices } from './web-services.ts';

/**
 * Every endpoint behind `/api-proxy.php`, by its name on the wire; where `action` chooses, a row for each. What the
 * browser may call follows from it.
 */
export function createWireTable(
  services: WebServices,
  parts: { accounts: AccountServices; providers: Providers; captcha: Captcha; signIns: SignInLog },
) {
  const { accounts, providers, captcha, signIns } = parts;
  return {
    // Music
    'artist-biography': artistBiographyEndpoint(services),
    'artist-tracks': artistTracksEndpoint(services),
    'chart-weeks': chartWeeksEndpoint(services),
    history: historyEndpoint(services),
    'latest-additions': latestAdditionsEndpoint(services),
    'latest-tracks': latestTracksEndpoint(services),
    podcasts: podcastsEndpoint(services),
    top20: top20Endpoint(services),
    'track-details': trackDetailsEndpoint(services),
    moment: momentEndpoint(services),
    'what-was-that': whatWasThatEndpoint(services),
    // Visitors
    captcha: captchaEndpoint(captcha),
    contact: contactEndpoint(accounts, captcha, services.settings),
    donation: donationEndpoint(services),
    ip: clientAddressEndpoint(),
    legal: legalEndpoint(services),
    slots: slotsEndpoint(services),
    'user-favorites': userFavoritesEndpoint(services),
    // Coming in
    'apple-auth': signIns.counting(appleAuthEndpoint(accounts, providers)),
    'forgot-password': requestMailEndpoint(accounts, 'reset'),
    'google-auth': signIns.counting(googleAuthEndpoint(accounts, providers)),
    login: signIns.counting(loginEndpoint(accounts)),
    logout: logoutEndpoint(accounts),
    register: registerEndpoint(accounts),
    'resend-verification': requestMailEndpoint(accounts, 'resend'),
    'check-link': checkLinkEndpoint(accounts),
    handover: handOverEndpoint(accounts, services),
    'reset-password': signIns.counting(resetPasswordEndpoint(accounts)),
    'verify-email': signIns.counting(verifyEmailEndpoint(accounts)),
    // A member's own
    'change-password': changePasswordEndpoint(accounts),
    'check-pseudo': checkPseudoEndpoint(accounts),
    'comment-reports': commentReportsEndpoint(accounts),
    comments: commentsEndpoint(accounts, services.settings),
    replies: repliesEndpoint(accounts),
    diary: diaryEndpoint(accounts, services.settings),
    export: exportEndpoint(accounts),
    'favorites&action=add': addFavoriteEndpoint(accounts),
    'favorites&action=add_artist': addFavoriteArtistEndpoint(accounts, services.content),
    'favorites&action=check': isFavoriteEndpoint(accounts),
    'favorites&action=check_artist': isFavoriteArtistEndpoint(accounts),
    'favorites&action=count': favoritesCountEndpoint(accounts),
    'favorites&action=list': ownFavoritesEndpoint(accounts, services.settings),
    'favorites&action=list_artists': ownArtistsEndpoint(accounts, services.settings),
    'favorites&action=remove': removeFavoriteEndpoint(accounts),
    'favorites&action=remove_artist': removeFavoriteArtistEndpoint(accounts),
    preferences: preferencesEndpoint(accounts),
    profile: profileEndpoint(accounts),
    'profile-picture': profilePictureEndpoint(accounts),
    sessions: sessionsEndpoint(accounts),
    'sign-in-ways': signInWaysEndpoint(accounts),
    token: tokenEndpoint(accounts, services),
    'update-pseudo': updatePseudoEndpoint(accounts),
    'votes&action=status': voteStatusEndpoint(accounts),
    'votes&action=submit': submitVoteEndpoint(accounts),
  } satisfies WireTable;
}

/** Pages and features call what stands above, and nothing else. */
declare module '#src/page/wire/endpoints.ts' {
  interface Endpoints extends ReturnType<typeof createWireTable> {}
}
