import { ADDRESS_LOOKUP_TIMEOUT_MS } from '#src/spec/limits.ts';

const STORAGE_KEY = 'client_address';

let known: string | null = null;

/** The address this browser seems to come from, once it has been looked up. A hint for the server's log, nothing more. */
export function knownClientAddress(): string | null {
  return known;
}

/** Looks the address up, once a browser session. A failure is no matter: the hint is then left out. */
export async function lookUpClientAddress(): Promise<void> {
  try {
    known = sessionStorage.getItem(STORAGE_KEY);
    if (known !== null) return;
    const signal = AbortSignal.timeout(ADDRESS_LOOKUP_TIMEOUT_MS);
    const response = await fetch('/api-proxy.php?endpoint=ip', { signal });
    const { clientAddressSchema } = await import('#src/features/client-address/client-address.wire.ts');
    known = clientAddressSchema.parse(await response.json()).ip;
    sessionStorage.setItem(STORAGE_KEY, known);
  } catch {
    // Offline, slow or without storage: the next page view may try again.
  }
}
