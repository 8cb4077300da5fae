import { type JWTPayload, errors as jose, jwtVerify } from 'jose';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  type IDToken,
  ResponseBodyError,
} from 'openid-client';
import { CREDENTIAL_MS } from '#src/contract/limits.ts';
import { PROVIDER_NAMES } from '#src/contract/sign-in-providers.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import {
  type ConnectionOptions,
  type ProviderClient,
  ProviderConnection,
} from './provider-connection.server.ts';
import type { SignInAttempt } from './sign-in-state.server.ts';

/** How far the provider's clock and ours may be apart. */
const TOLERANCE_SECONDS = 30;
/**
 * [A111] A sign-in at the provider that is older is done anew for any sign-in here: who is asked must say how old it
 * is.
 */
const PROVIDER_SIGN_IN_SECONDS = 365 * 86_400;
/** What providers sign ID tokens with; never a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** What a credential says, once it is known to be the provider's, for us, and fresh. */
export interface ProvenClaims {
  readonly claims: unknown;
  /** The ID tokens that said it. */
  readonly tokens: readonly string[];
  /**
   * When somebody showed the provider who they are, milliseconds since the Unix epoch by our clock; 0 where one that
   * promises to say, and was asked, does not. Any other is believed to have asked just now.
   */
  readonly provenMs: number;
}

/** A provider of OpenID Connect. While it is away, its methods throw `provider_unavailable`. */
export class OpenIdProvider implements Disposable {
  readonly client: ProviderClient;
  readonly #connection: ProviderConnection;
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** Told once, not at every attempt. */
  #isToldOld = false;
  /** The same, until a sign-in succeeds: strangers can write an answer that refuses. */
  #isToldRefusing = false;
  /** The same of a clock there that is ahead of this machine's. */
  #isToldAhead = false;

  constructor(client: ProviderClient, options: ConnectionOptions) {
    this.client = client;
    this.#connection = new ProviderConnection(client, options);
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  /** Where the browser goes to sign in. */
  async authorizationUrl({ state, nonce, verifier, anewSinceMs }: SignInAttempt): Promise<URL> {
    const { client } = await this.#connection.open();
    const { scope, callback, answer } = this.client;
    return buildAuthorizationUrl(client, {
      redirect_uri: callback,
      scope,
      state,
      nonce,
      ...(promisesAuthTime(client) && {
        max_age: String(anewSinceMs === null ? PROVIDER_SIGN_IN_SECONDS : 0),
      }),
      ...(answer === 'query'
        ? { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
        : { response_mode: 'form_post' }),
    });
  }

  /**
   * Redeems the provider's answer to the callback.
   * @throws {WireError} `sign_in_cancelled`, `sign_in_expired` for a code that was used, `credential_invalid`, also
   * where somebody had to show anew who they are and has not [A111]
   */
  async redeem(answer: URLSearchParams, attempt: SignInAttempt): Promise<ProvenClaims> {
    const { state, nonce, verifier, anewSinceMs } = attempt;
    const { client } = await this.#connection.open();
    const url = new URL(this.client.callback);
    const isQuery = this.client.answer === 'query';
    if (isQuery) url.search = answer.toString();
    else url.hash = answer.toString();
    try {
      const reply = await authorizationCodeGrant(client, url, {
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(isQuery && { pkceCodeVerifier: verifier }),
      });
      const tokens = [reply.id_token, answer.get('id_token')].filter((token) => typeof token === 'string');
      const claims = reply.claims();
      const saidMs = this.#saidMs(claims);
      // Who sits at the browser could leave `max_age` out on the way: silence is no proof.
      const provenMs = saidMs ?? (promisesAuthTime(client) ? 0 : this.#clock.nowMs());
      this.#isToldRefusing = false;
      if (anewSinceMs !== null && provenMs < anewSinceMs - TOLERANCE_SECONDS * 1000) this.#refuseOld();
      return { claims, tokens, provenMs };
    } catch (error) {
      throw error instanceof WireError ? error : this.#failure(error);
    }
  }

  /**
   * Checks an ID token that a program brings.
   * @throws {WireError} `credential_invalid`
   */
  async verify(idToken: string, nonce: string | null): Promise<ProvenClaims> {
    const { client, keys } = await this.#connection.open();
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: client.serverMetadata().issuer,
        audience: this.client.clientId,
        algorithms: ALGORITHMS,
        clockTolerance: TOLERANCE_SECONDS,
        maxTokenAge: CREDENTIAL_MS / 1000,
        requiredClaims: ['sub', 'exp'],
      });
      // One that was made for several audiences may have been handed on by another of them.
      const isOurs = typeof payload.aud === 'string' || payload.aud?.length === 1;
      if (!isOurs || (payload.nonce ?? null) !== nonce) throw new WireError('credential_invalid');
      this.#isToldAhead = false;
      return { claims: payload, tokens: [idToken], provenMs: this.#saidMs(payload) ?? this.#clock.nowMs() };
    } catch (error) {
      const isAway = error instanceof jose.JOSEError && AWAY.has(error.code);
      if (isAway || error instanceof TypeError) throw this.#away(error);
      if (error instanceof jose.JWTClaimValidationFailed) this.#tellAhead(error);
      throw error instanceof jose.JOSEError ? new WireError('credential_invalid', { cause: error }) : error;
    }
  }

  /** What the provider says of when somebody signed in there, by our clock; null where it does not. */
  #saidMs(claims: IDToken | JWTPayload | undefined): number | null {
    const seconds = claims?.auth_time;
    // The real time, as in all that is about tokens of others.
    return typeof seconds === 'number'
      ? this.#clock.nowMs() - Math.max(0, Date.now() - seconds * 1000)
      : null;
  }

  /** @throws {WireError} */
  #refuseOld(): never {
    if (!this.#isToldOld)
      this.#logger.warn(
        { issuer: this.client.issuer },
        `${this.#name} did not have a member sign in anew (max_age=0), although its discovery document promises auth_time; accounts without a password are deleted by a mail's link alone until it does: check how it is set up`,
      );
    this.#isToldOld = true;
    throw new WireError('credential_invalid');
  }

  #failure(error: unknown): WireError {
    if (error instanceof AuthorizationResponseError) {
      if (CANCELLED.has(error.error)) return new WireError('sign_in_cancelled', { cause: error });
      if (!PASSING.has(error.error)) this.#tellRefusing(error.error);
      return this.#connection.unavailable(error);
    }
    if (error instanceof ResponseBodyError) {
      if (error.error === 'invalid_grant') return new WireError('sign_in_expired', { cause: error });
      this.#tellRefusing(error.error);
      return this.#connection.unavailable(error);
    }
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
    const isUnreachable = error instanceof TypeError || NO_ANSWER.has(code);
    return isUnreachable ? this.#away(error) : new WireError('credential_invalid', { cause: error });
  }

  #away(error: unknown): WireError {
    this.#connection.lost();
    return this.#connection.unavailable(error);
  }

  /** Tells of a token of the provider's own that comes from the future; one that is too old is another error. */
  #tellAhead({ claim, payload }: jose.JWTClaimValidationFailed): void {
    const saidSeconds = claim === 'iat' || claim === 'nbf' ? payload[claim] : null;
    if (typeof saidSeconds !== 'number') return;
    const aheadSeconds = Math.round(saidSeconds - Date.now() / 1000);
    if (!this.#isToldAhead)
      this.#logger.warn(
        { provider: this.client.provider, aheadSeconds },
        `the clock of ${this.#name} is ahead of this machine's, so sign-ins there are refused: have this machine's clock set by NTP (timedatectl set-ntp true)`,
      );
    this.#isToldAhead = true;
  }

  #tellRefusing(code: string): void {
    if (!this.#isToldRefusing)
      this.#logger.error(
        // A code is a word; what a stranger wrote in its place may be anything.
        { provider: this.client.provider, code: /^[a-z_]{1,40}$/.test(code) ? code : 'unknown' },
        `${this.#name} refuses this station: check ${this.client.settings}, and the addresses registered there`,
      );
    this.#isToldRefusing = true;
  }

  get #name(): string {
    return PROVIDER_NAMES[this.client.provider];
  }
}

/**
 * Whether the provider says of itself that it tells when somebody signed in there; then it must, where that is asked
 * for by `max_age` (OpenID Connect Core 2, 3.1.2.1).
 */
function promisesAuthTime(client: Configuration): boolean {
  return client.serverMetadata().claims_supported?.includes('auth_time') ?? false;
}

/** What a provider answers for who changed their mind there; the second is Apple's own. */
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);

/** What it answers for trouble of its own. */
const PASSING: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error']);

/** Codes of jose for keys that cannot be had. */
const AWAY: ReadonlySet<string> = new Set([jose.JWKSTimeout.code, jose.JOSEError.code]);

/** Codes of openid-client for an answer that is missing or cannot be read. */
const NO_ANSWER: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  // Signed with a key that is not in the list: it is younger than that, and the list is asked for anew.
  'OAUTH_KEY_SELECTION_FAILED',
]);
