import { createPrivateKey, sign } from 'node:crypto';
import { type ClientAuth, ClientSecretPost } from 'openid-client';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { OpenIdProvider } from './open-id-provider.server.ts';

/** The providers that the operator has set up. */
export type Providers = Readonly<Record<SignInProvider, OpenIdProvider | null>>;

/**
 * Connects to the providers that are set up; to none, nothing is called. `callSeconds` limits each call to
 * one.
 */
export function openProviders(
  settings: Pick<Settings, 'google' | 'apple' | 'origin'>,
  services: { clock: Clock; logger: Logger; callSeconds?: number },
): Providers & Disposable {
  const { google, apple, origin } = settings;
  const providers: Providers = {
    google:
      google &&
      new OpenIdProvider(
        {
          provider: 'google',
          issuer: google.issuer,
          clientId: google.clientId,
          clientAuth: ClientSecretPost(google.clientSecret),
          scope: 'openid email profile',
          answer: 'query',
          callback: `${origin}/auth/google/callback`,
          settings: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
        },
        services,
      ),
    apple:
      apple &&
      new OpenIdProvider(
        {
          provider: 'apple',
          issuer: apple.issuer,
          clientId: apple.clientId,
          clientAuth: appleClientAuth(apple),
          scope: 'openid name email',
          answer: 'form_post',
          callback: `${origin}/auth/apple/callback`,
          settings: 'APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY',
        },
        services,
      ),
  };
  return {
    ...providers,
    [Symbol.dispose]() {
      providers.google?.[Symbol.dispose]();
      providers.apple?.[Symbol.dispose]();
    },
  };
}

/** @throws {WireError} `sign_in_not_offered` for a provider that is not set up */
export function requireProvider(providers: Providers, provider: SignInProvider): OpenIdProvider {
  const found = providers[provider];
  if (found === null) throw new WireError('sign_in_not_offered');
  return found;
}

/** Apple allows six months; a secret that is made for each call needs no more than the call takes. */
const SECRET_SECONDS = 300;

/**
 * Apple's clients have no secret: they sign one for each call with the key that was registered there (ES256).
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
function appleClientAuth(apple: NonNullable<Settings['apple']>): ClientAuth {
  const key = createPrivateKey(apple.privateKey);
  return (server, _client, body) => {
    // The real time, as in all that is about tokens of others.
    const issuedSeconds = Math.floor(Date.now() / 1000);
    const said = [
      { alg: 'ES256', kid: apple.keyId, typ: 'JWT' },
      {
        iss: apple.teamId,
        iat: issuedSeconds,
        exp: issuedSeconds + SECRET_SECONDS,
        aud: server.issuer,
        sub: apple.clientId,
      },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' });
    body.set('client_id', apple.clientId);
    body.set('client_secret', `${said}.${signature.toString('base64url')}`);
  };
}
