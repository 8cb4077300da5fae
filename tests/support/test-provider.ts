import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import * as z from 'zod';

/** The site as the provider knows it, where no other is named; no test goes there. */
export const SITE = 'https://radio.example.org';

const GOOGLE_SECRET = 'what-google-gave-us';
const APPLE_TEAM = 'TEAM123456';
const APPLE_KEY_ID = 'KEY1234567';

/** Somebody with an account at the provider, by the claims of their tokens. */
export type Person = { readonly sub: string } & JWTPayload;

/** A provider of OpenID Connect on a port of its own, which both Google and Apple are configured to be. */
export interface TestProvider extends AsyncDisposable {
  readonly issuer: string;
  /** The settings that lead a station here. */
  readonly environment: Record<string, string>;
  /** Who sits before the browser; null refuses consent. */
  person: Person | null;
  /** The name that Apple's form brings beside the token: the first time only, says Apple. */
  appleName: { firstName: string; lastName: string } | null;
  /** Whether its page stays as it is, and nobody presses anything there. */
  isAsking: boolean;
  /** The file at `{issuer}/picture`; null for none. */
  picture: Buffer | null;
  /** How often somebody asked for that. */
  readonly picturesSent: number;
  /** What comes of calls of the station's server, but for the discovery document: no answer, or a 500. */
  trouble: 'silent' | 'failing' | null;
  /** How long ago whoever sits before the browser typed the password. */
  loggedInAgoSeconds: number;
  /** Whether it pays no heed to `max_age`, as Google does. */
  ignoresMaxAge: boolean;
  /** How often somebody asked for tokens. */
  readonly redeemed: number;
  /** An ID token as the provider makes them, with other claims where they are given. */
  credential(claims?: JWTPayload, issuedAgoSeconds?: number): Promise<string>;
  /** The same, signed by somebody else. */
  forged(): Promise<string>;
}

/** What tests tell it. */
type Told =
  | 'person'
  | 'appleName'
  | 'isAsking'
  | 'picture'
  | 'trouble'
  | 'loggedInAgoSeconds'
  | 'ignoresMaxAge';

const discoverySchema = z.looseObject({ issuer: z.string() });
const interactionSchema = z.object({ prompt: z.object({ name: z.string() }) });

/**
 * @param options.site the origin of the site that members come from
 * @param options.host by which browsers know the provider
 * @param options.promisesAuthTime whether its discovery document names `auth_time`; Google's and Apple's do not
 */
export async function startProvider(
  options: { port?: number; site?: string; host?: string; promisesAuthTime?: boolean } = {},
): Promise<TestProvider> {
  const { site = SITE, host = '127.0.0.1', promisesAuthTime = false } = options;
  const signing = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const apple = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const people = new Map<string, Person>();
  const now: Pick<TestProvider, Told> & { picturesSent: number; redeemed: number } = {
    person: null,
    appleName: null,
    isAsking: false,
    picture: null,
    picturesSent: 0,
    trouble: null,
    loggedInAgoSeconds: 0,
    ignoresMaxAge: false,
    redeemed: 0,
  };
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const issuer = `http://${host}:${port}`;

  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(signing.privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: 'google-client',
        client_secret: GOOGLE_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${site}/auth/google/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
      {
        client_id: 'apple-client',
        client_secret: 'it signs one for each call',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${site}/auth/apple/callback`],
        response_types: ['code id_token'],
        grant_types: ['authorization_code', 'implicit'],
      },
    ],
    responseTypes: ['code', 'code id_token'],
    pkce: { required: (_context, client) => client.clientId === 'google-client' },
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile', 'name'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'picture'],
    },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of a test'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    async loadExistingGrant({ oidc }) {
      const before = oidc.client && oidc.session?.grantIdFor(oidc.client.clientId);
      if (before) return provider.Grant.find(before);
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email profile name');
      await grant.save();
      return grant;
    },
  });
  allowPlainSite(provider);
  provider.Client.prototype.compareClientSecret = async function (secret) {
    if (this.clientId !== 'apple-client') return secret === this.clientSecret;
    // The check that Apple makes, with the public half of the key.
    const { protectedHeader } = await jwtVerify(secret, apple.publicKey, {
      issuer: APPLE_TEAM,
      subject: 'apple-client',
      audience: issuer,
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'iat'],
    });
    return protectedHeader.kid === APPLE_KEY_ID;
  };
  provider.use(async (context, next) => {
    await next();
    if (now.appleName === null || typeof context.body !== 'string') return;
    const user = JSON.stringify({ name: now.appleName, email: 'what@apple.knows' }).replaceAll('"', '&quot;');
    context.body = context.body.replace('<noscript>', `<input type="hidden" name="user" value="${user}"/>$&`);
  });
  provider.use(async (context, next) => {
    await next();
    if (context.path.endsWith('openid-configuration') && !promisesAuthTime)
      context.body = { ...discoverySchema.parse(context.body), claims_supported: ['sub', 'email'] };
  });
  const handle = provider.callback();
  answer = (request, response) => {
    if (request.url === '/token') now.redeemed += 1;
    const isOfServer = request.url === '/token' || request.url === '/jwks';
    if (isOfServer && now.trouble === 'silent') return;
    if (isOfServer && now.trouble === 'failing') return void response.writeHead(500).end('no');
    if (now.ignoresMaxAge) request.url = request.url?.replace(/&max_age=\d+/, '') ?? '';
    if (request.url === '/picture') {
      now.picturesSent += 1;
      response.writeHead(now.picture ? 200 : 404).end(now.picture);
    } else if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else void handle(request, response);
  };
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (now.isAsking) return response.end('Who are you?');
    const { prompt } = interactionSchema.parse(await provider.interactionDetails(request, response));
    if (now.person === null || prompt.name !== 'login')
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    people.set(now.person.sub, now.person);
    const ts = Math.floor(Date.now() / 1000) - now.loggedInAgoSeconds;
    return provider.interactionFinished(request, response, { login: { accountId: now.person.sub, ts } });
  };
  const sign = (key: typeof signing.privateKey, claims: JWTPayload = {}, issuedAgoSeconds = 0) => {
    const issued = Math.floor(Date.now() / 1000) - issuedAgoSeconds;
    const usual = {
      iss: issuer,
      aud: 'google-client',
      iat: issued,
      exp: issued + 3_600,
      ...(now.person ?? {}),
    };
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  };
  return Object.assign(now, {
    issuer,
    environment: {
      ORIGIN: site,
      GOOGLE_CLIENT_ID: 'google-client',
      GOOGLE_CLIENT_SECRET: GOOGLE_SECRET,
      GOOGLE_ISSUER: issuer,
      APPLE_CLIENT_ID: 'apple-client',
      APPLE_TEAM_ID: APPLE_TEAM,
      APPLE_KEY_ID,
      APPLE_PRIVATE_KEY: apple.privateKey
        .export({ type: 'pkcs8', format: 'pem' })
        .toString()
        .replaceAll('\n', '\\n'),
      APPLE_ISSUER: issuer,
    },
    credential: (claims?: JWTPayload, issuedAgoSeconds?: number) =>
      sign(signing.privateKey, claims, issuedAgoSeconds),
    forged: () => sign(stranger.privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** A site on this machine has no https, which the library asks of clients such as Apple's. */
function allowPlainSite({ Client }: Provider): void {
  const { prototype } = Reflect.get(Client, 'Schema');
  const { invalidate } = prototype;
  prototype.invalidate = function (message: string, code?: string) {
    if (code !== 'implicit-force-https') Reflect.apply(invalidate, this, [message, code]);
  };
}
