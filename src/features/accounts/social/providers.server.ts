import { ClientSecretPost } from 'openid-client';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { appleClientAuth } from './apple-client-secret.server.ts';
import { OpenIdProvider } from './open-id-provider.server.ts';

/** The providers that the operator has set up. */
export type Providers = Readonly<Record<SignInProvider, OpenIdProvider | null>>;

/** Connects to the providers that are set up; to none, nothing is called. `callSeconds` limits each call to one. */
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
