import { createHmac } from 'node:crypto';
import type { Database } from '#src/db/database.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import { SecretCookie } from '#src/features/accounts/sessions/secret-cookie.server.ts';
import type { UserRow } from '#src/members/account/user-row.server.ts';
import { hashToken } from '#src/members/session/secret-token.server.ts';
import { addressKey } from '#src/platform/rate-limit/address-key.ts';
import type { WireCall } from '#src/platform/wire/parse-call.ts';
import { isOwnNetwork } from '#src/platform/wire/proxy-trust.ts';
import { isPublicOrigin } from '#src/platform/wire/public-origin.ts';
import { REGISTRATION_WAITS_MS } from './waiting-registration.server.ts';

/** As long as a registration waits. */
const COOKIE_SECONDS = REGISTRATION_WAITS_MS / 1000;

/**
 * Where a call comes from, as far as that says who registered: as hashes, which tell nothing by themselves.
 */
export interface CallOrigin {
  /** Null for a browser that has registered nothing lately. */
  readonly browser: string | null;
  /** '' for one that says nothing of who calls. */
  readonly address: string;
}

type Origins = Pick<AccountServices, 'settings' | 'addressDigestKey'>;
type Call = Pick<WireCall<unknown, unknown>, 'cookies' | 'address'>;

function registrationCookie(origin: string): SecretCookie {
  return new SecretCookie({ name: 'onde-registration', seconds: COOKIE_SECONDS, origin });
}

export function originOfCall(services: Origins, { cookies, address }: Call): CallOrigin {
  const secret = registrationCookie(services.settings.origin).read(cookies);
  return {
    browser: secret && hashToken(secret),
    address: isOfUnnamedProxy(services, address) ? '' : hashed(services, address),
  };
}

/**
 * Whether an address may be that of a proxy that TRUST_PROXY does not name: all who come through it have it, strangers
 * too. A radio for the public network is not called from its own machine.
 */
function isOfUnnamedProxy({ settings }: Origins, address: string): boolean {
  return settings.trustProxy === 0 && isPublicOrigin(settings.origin) && isOwnNetwork(address);
}

function hashed({ addressDigestKey }: Origins, address: string): string {
  return createHmac('sha256', addressDigestKey).update(addressKey(address)).digest('base64url');
}

/** The origin of a call that registers, with the header by which the browser is known again. */
export function beginRegistration(
  services: Origins,
  call: Call,
): { origin: CallOrigin & { readonly browser: string }; setCookie: string } {
  const { secret, setCookie } = registrationCookie(services.settings.origin).keep(call.cookies);
  return { origin: { ...originOfCall(services, call), browser: hashToken(secret) }, setCookie };
}

/**
 * Whether the person who follows a link is the one who registered: by the browser, else by the address. A
 * browser that registered the same mailbox another time did not make this registration, whatever address it
 * calls from.
 */
export async function isWhoRegistered(
  trx: Database,
  user: Pick<UserRow, 'id' | 'email_folded'>,
  call: CallOrigin,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('registrations')
    .innerJoin('users', 'users.id', 'registrations.user_id')
    .select(['user_id', 'browser_hash', 'address_hash'])
    .where('users.email_folded', '=', user.email_folded)
    .execute();
  const own = rows.find(({ user_id }) => user_id === user.id);
  if (own === undefined) return false;
  const isOfBrowser = rows.some(({ browser_hash }) => browser_hash === call.browser);
  if (isOfBrowser) return own.browser_hash === call.browser;
  return call.address !== '' && own.address_hash === call.address;
}
