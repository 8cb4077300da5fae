import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as keysFetch } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  useCodeIdTokenResponseType as expectCodeAndIdToken,
} from 'openid-client';
import { HOUR_MS } from '#src/contract/durations.ts';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { fetchUpTo } from '#src/platform/outgoing/fetch-up-to.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/** How long a call to a provider may take. */
const CALL_SECONDS = 5;
/** How much a provider may answer: documents, keys and tokens are some kilobytes. */
const ANSWER_BYTES_MAX = 1_000_000;
/** How soon a provider that did not answer is asked again: twice as late each time, up to half a minute. */
const RETRY_MS = { first: 1_000, most: 30_000 };
/** What it says of itself is asked for anew after this time: it may have moved its pages. */
const RENEW_MS = HOUR_MS;

/** What the operator registered at a provider. */
export interface ProviderClient {
  readonly provider: SignInProvider;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientAuth: ClientAuth;
  readonly scope: string;
  /** `query`: code with PKCE, by GET. `form_post`: code and ID token at once, by POST. */
  readonly answer: 'query' | 'form_post';
  /** Where the provider sends the browser back to. */
  readonly callback: string;
  /** What the operator looks at when the provider refuses the client. */
  readonly settings: string;
}

interface Connection {
  readonly client: Configuration;
  readonly keys: JWTVerifyGetKey;
}

export interface ConnectionOptions {
  clock: Clock;
  logger: Logger;
  /** How long a call may take; five seconds by default. */
  callSeconds?: number;
}

/**
 * The way to a provider of OpenID Connect, by its discovery document. If it is away when Onde starts, the site runs
 * without it, and it is asked again until it answers.
 */
export class ProviderConnection implements Disposable {
  readonly #client: ProviderClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #callSeconds: number;
  #connecting: Promise<Connection> | null = null;
  #retry: Disposable | null = null;
  #retryMs = RETRY_MS.first;
  #isClosed = false;
  #renewing: Promise<void> | null = null;
  /** When it was last asked what it says of itself, on the monotonic clock. */
  #askedMs = 0;
  /** Told once, not at every attempt. */
  #isToldAway = false;

  constructor(client: ProviderClient, { clock, logger, callSeconds = CALL_SECONDS }: ConnectionOptions) {
    this.#client = client;
    this.#callSeconds = callSeconds;
    this.#clock = clock;
    this.#logger = logger;
    this.open().catch(() => {});
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#retry?.[Symbol.dispose]();
  }

  /** The connection, or the one attempt at it that is under way or was the last. */
  open(): Promise<Connection> {
    if (this.#clock.monotonicMs() - this.#askedMs >= RENEW_MS) this.#renew(() => {});
    this.#connecting ??= this.#discover().then(
      (connection) => this.#tellBack(connection),
      (error: unknown) => {
        const failure = this.unavailable(error);
        if (this.#isClosed) throw failure;
        this.#tellAway(error);
        this.#retry = this.#clock.after(this.#retryMs, () => {
          this.#retry = null;
          this.#retryMs = Math.min(2 * this.#retryMs, RETRY_MS.most);
          this.#connecting = null;
          this.open().catch(() => {});
        });
        throw failure;
      },
    );
    return this.#connecting;
  }

  /** Call it when the provider has not answered where its document says: that may be another one by now, or it is away. */
  lost(): void {
    if (this.#clock.monotonicMs() - this.#askedMs < RETRY_MS.most) return;
    this.#renew(() => {
      this.#connecting = null;
      this.open().catch(() => {});
    });
  }

  /** Takes up what the provider says of itself by now; meanwhile what it said before counts, and after a failure too. */
  #renew(failed: () => void): void {
    if (this.#connecting === null || this.#retry !== null || this.#renewing !== null || this.#isClosed)
      return;
    this.#renewing = this.#discover()
      .then((connection) => {
        this.#connecting = Promise.resolve(this.#tellBack(connection));
      }, failed)
      .finally(() => {
        this.#renewing = null;
      });
  }

  #tellAway(error: unknown): void {
    if (!this.#isToldAway)
      this.#logger.warn(
        { err: error, issuer: this.#client.issuer },
        `${this.#name} does not answer, so nobody can sign in there; Onde asks again, every ${RETRY_MS.most / 1000} s in the end: check the network, and that its address is right`,
      );
    this.#isToldAway = true;
  }

  #tellBack(connection: Connection): Connection {
    if (this.#isToldAway) this.#logger.info(`${this.#name} answers again`);
    this.#isToldAway = false;
    this.#retryMs = RETRY_MS.first;
    return connection;
  }

  async #discover(): Promise<Connection> {
    this.#askedMs = this.#clock.monotonicMs();
    const { issuer, clientId, clientAuth, answer } = this.#client;
    const address = new URL(issuer);
    const client = await discovery(address, clientId, {}, clientAuth, {
      timeout: this.#callSeconds,
      [customFetch]: fetchUpTo(ANSWER_BYTES_MAX),
      // Settings allow it on this machine alone.
      ...(address.protocol === 'http:' && { execute: [allowInsecureRequests] }),
    });
    if (answer === 'form_post') expectCodeAndIdToken(client);
    enableNonRepudiationChecks(client);
    const { authorization_endpoint, token_endpoint, jwks_uri } = client.serverMetadata();
    for (const named of [authorization_endpoint, token_endpoint]) endpoint(named, address);
    const keys = createRemoteJWKSet(endpoint(jwks_uri, address), {
      timeoutDuration: this.#callSeconds * 1000,
      [keysFetch]: fetchUpTo(ANSWER_BYTES_MAX),
    });
    return { client, keys };
  }

  /** `provider_unavailable`, with when it is asked again. */
  unavailable(cause: unknown): WireError {
    const values = { provider: this.#name };
    return new WireError('provider_unavailable', { values, retryAfterSeconds: this.#retryMs / 1000, cause });
  }

  get #name(): string {
    return PROVIDER_NAMES[this.#client.provider];
  }
}

/**
 * Checks that an address which a discovery document names is as safe as the issuer's: the document is fetched
 * only once.
 * @throws {TypeError} for anything else
 */
function endpoint(named: string | undefined, issuer: URL): URL {
  const address = typeof named === 'string' && URL.canParse(named) ? new URL(named) : null;
  if (address !== null && (address.protocol === 'https:' || address.protocol === issuer.protocol))
    return address;
  throw new TypeError(`The discovery document names no such address: ${named}`);
}
