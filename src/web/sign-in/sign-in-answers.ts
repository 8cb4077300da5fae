import * as z from 'zod';
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { SIGN_IN_MS, THEMES } from '#src/contract/limits.ts';
import { PROVIDER_NAMES, returnProofCookie, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { DEFAULT_STREAM, isStreamId } from '#src/contract/streams.ts';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { providerSignIns } from '#src/features/accounts/limits/account-limits.server.ts';
import { findPlayerRedirect } from '#src/features/accounts/player-redirect/player-redirect.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { SecretCookie } from '#src/features/accounts/sessions/secret-cookie.server.ts';
import type { SignInLog } from '#src/features/accounts/sign-in-log/sign-in-log.server.ts';
import type { OpenIdProvider } from '#src/features/accounts/social/open-id-provider.server.ts';
import type { GivenName } from '#src/features/accounts/social/provider-identity.server.ts';
import {
  type EnterServices,
  enterByClaims,
  LinkUnproven,
} from '#src/features/accounts/social/sign-in-by-provider.server.ts';
import {
  beginSignIn,
  readSignIn,
  type SignInAttempt,
  type WayBack,
} from '#src/features/accounts/social/sign-in-state.server.ts';
import { appleUserSchema } from '#src/features/accounts/social/social-endpoints.server.ts';
import { hashToken } from '#src/members/session/secret-token.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { refuseAboveLimit } from '#src/platform/wire/refuse-above-limit.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import {
  beginningAddress,
  popupAnswer,
  popupMessage,
  returnAddress,
  type SignInOutcome,
} from './return-answer.ts';

const STATE_PURPOSE = 'sign-in state';

type SignInServices = EnterServices &
  Pick<AccountServices, 'logger' | 'limits' | 'linkTickets' | 'databaseOutage' | 'settings' | 'folder'>;

/** Both ends of a sign-in at one provider [W91]: out to its page, and back from it. */
export class SignInAnswers {
  readonly #services: SignInServices;
  readonly #signIns: SignInLog;
  readonly #provider: OpenIdProvider;
  readonly #kind: SignInProvider;
  readonly #cookie: SecretCookie;
  readonly #key: Buffer;

  constructor(services: SignInServices, signIns: SignInLog, provider: OpenIdProvider) {
    this.#services = services;
    this.#signIns = signIns;
    this.#provider = provider;
    this.#kind = provider.client.provider;
    this.#cookie = signInCookie(this.#kind, services.settings.origin);
    this.#key = instanceKey(services.folder.secret, STATE_PURPOSE);
  }

  /**
   * Leads the browser to the provider's page; back at once while the provider does not answer, and home where another
   * site began this: its visitors have pressed nothing here.
   */
  async begin(request: Request): Promise<Response> {
    const { clock, settings } = this.#services;
    const { searchParams } = new URL(request.url);
    const back = readWayBack(searchParams, settings.playerHost);
    if (request.headers.get('sec-fetch-site') === 'cross-site')
      return redirect(`${settings.origin}${beginningAddress(back)}`);
    const isAgain = searchParams.get('again') === '1';
    const { secret, setCookie } = this.#cookie.keep(request.headers.get('cookie') ?? '');
    try {
      const begun = { provider: this.#kind, back, isAgain, nowMs: clock.nowMs() };
      const url = await this.#provider.authorizationUrl(beginSignIn(this.#key, secret, begun));
      return redirect(url.href, { 'set-cookie': setCookie });
    } catch (error) {
      return this.#answer(back, { failed: this.#codeOf(error) });
    }
  }

  /** Takes the provider's answer: the query of a GET, the form of a POST. */
  async finish(answer: URLSearchParams, request: Request, address: string): Promise<Response> {
    const { clock, settings } = this.#services;
    const browserSecret = this.#cookie.read(request.headers.get('cookie') ?? '');
    const now = { provider: this.#kind, browserSecret, nowMs: clock.nowMs() };
    const begun = readSignIn(this.#key, answer.get('state') ?? '', now);
    const back = checkedWayBack(begun?.back ?? WAY_HOME, settings.playerHost);
    try {
      const attempt = begun?.attempt ?? null;
      if (attempt === null) throw new WireError('sign_in_expired');
      const userAgent = request.headers.get('user-agent') ?? '';
      const entered = await this.#enter(answer, attempt, { back, address, userAgent });
      this.#signIns.ended(null);
      return this.#answer(back, entered);
    } catch (error) {
      this.#signIns.ended(error);
      const refused = this.#answer(back, { failed: this.#codeOf(error) });
      if (error instanceof LinkUnproven)
        refused.headers.append('set-cookie', this.#services.linkTickets.give(error.ticket, clock.nowMs()));
      return refused;
    }
  }

  async #enter(
    answer: URLSearchParams,
    attempt: SignInAttempt,
    caller: { back: WayBack; address: string; userAgent: string },
  ) {
    await refuseAboveLimit(this.#services.limits, [providerSignIns, addressKey(caller.address)]);
    const proven = await this.#provider.redeem(answer, attempt);
    const { language } = caller.back;
    const given = givenName(answer.get('user'));
    return enterByClaims(this.#services, this.#provider, proven, {
      given,
      language,
      userAgent: caller.userAgent,
      isAgain: attempt.anewSinceMs !== null,
    });
  }

  #answer(back: WayBack, outcome: SignInOutcome): Response {
    const { origin } = this.#services.settings;
    const address = `${origin}${returnAddress(this.#kind, back, outcome)}`;
    const answer = back.popup
      ? popupAnswer({ message: popupMessage(this.#kind, back, outcome), origin, address })
      : redirect(address);
    if ('signedIn' in outcome)
      answer.headers.append('set-cookie', returnProof(outcome.signedIn.token, origin));
    return answer;
  }

  #codeOf(error: unknown) {
    const { logger } = this.#services;
    if (error instanceof DatabaseUnavailable) {
      this.#services.databaseOutage.failed(error.message);
      return 'unavailable';
    }
    if (error instanceof WireError) {
      // Strangers can cause this, so it gets no line of its own in the log: the minute's line counts it.
      logger.debug({ code: error.code }, `a sign-in with ${PROVIDER_NAMES[this.#kind]} failed`);
      return error.code;
    }
    logger.error({ err: error }, 'the web process failed over a sign-in: please report this error');
    return 'internal_error';
  }
}

/** The name that Apple sends beside the token; null where that cannot be read. */
function givenName(user: string | null): GivenName | null {
  if (user === null) return null;
  const parsed = userSchema.safeParse(user);
  return parsed.success ? (parsed.data.name ?? null) : null;
}

const userSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('no JSON');
      return z.NEVER;
    }
  })
  .pipe(appleUserSchema);

/** 303: what comes next is read, whether a form was posted or not. */
function redirect(address: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: address, 'cache-control': 'no-store', ...headers },
  });
}

/** How long the page has to come back with its token [W91]. */
const RETURN_SECONDS = 60;

/**
 * The cookie by which the page knows that a token is for this browser [A78]; the page reads and removes it.
 */
function returnProof(token: string, origin: string): string {
  const { name, attributes } = returnProofCookie(origin.startsWith('https:'));
  return `${name}=${hashToken(token)}; Max-Age=${RETURN_SECONDS}; ${attributes}`;
}

/** The cookie that binds a sign-in to the browser that begins it [W91]. */
function signInCookie(provider: SignInProvider, origin: string): SecretCookie {
  // Apple answers by a form that its page posts: no browser sends a Lax cookie along.
  const sameSite = provider === 'apple' ? 'None' : 'Lax';
  return new SecretCookie({ name: `onde-${provider}`, seconds: SIGN_IN_MS / 1000, origin, sameSite });
}

/** Longest address of a player that is carried along, since the state is itself part of an address. */
const REDIRECT_MAX = 1_000;

/** Where a visitor goes back to if the address names nothing. */
const WAY_HOME: WayBack = {
  redirect: null,
  language: DEFAULT_LANGUAGE,
  streamId: DEFAULT_STREAM,
  theme: null,
  popup: false,
};

/** The way back that an address names [W91]; what the station does not offer counts as not named. */
function readWayBack(search: URLSearchParams, playerHost: string): WayBack {
  const language = search.get('lang');
  const streamId = search.get('stream');
  return {
    redirect: playerAddress(search.get('redirect'), playerHost),
    language: isLanguage(language) ? language : WAY_HOME.language,
    streamId: isStreamId(streamId) ? streamId : WAY_HOME.streamId,
    theme: THEMES.find((theme) => theme === search.get('theme')) ?? null,
    popup: search.get('popup') === '1',
  };
}

/** The same once more after the sign-in: the operator may have moved the player. */
function checkedWayBack(back: WayBack, playerHost: string): WayBack {
  return { ...back, redirect: playerAddress(back.redirect, playerHost) };
}

function playerAddress(redirect: string | null, playerHost: string): string | null {
  if (redirect === null || redirect.length > REDIRECT_MAX) return null;
  return findPlayerRedirect(`?${new URLSearchParams({ redirect })}`, playerHost)?.href ?? null;
}
