import { WireError } from './wire-error.ts';

/**
 * @throws {WireError} `unknown_client` for a program whose key the operator does not list in CLIENT_API_KEYS; without
 * a list every program is known [W81]
 */
export function requireKnownClient(
  { clientApiKeys }: { readonly clientApiKeys: readonly string[] },
  clientKey: string | null,
): void {
  if (clientApiKeys.length === 0) return;
  if (clientKey === null || !clientApiKeys.includes(clientKey)) throw new WireError('unknown_client');
}
