import { ADDRESS_LOOKUP_TIMEOUT_MS } from '#src/spec/limits.ts';

const STORAGE_KEY = 'client_address';
/** How the settings name our own look-up. */
const OWN = 'ip';

let known: string | null = null;

/** The address this browser seems to come from, once it has been looked up. A hint for the server's log, nothing more. */
export function knownClientAddress(): string | null {
  return known;
}

/**
 * Looks the address up, once a browser session, at the services in turn; the first that answers in time is believed. A
 * failure is no matter: the hint is then left out.
 * @param services addresses that answer `{ip}` as JSON, or `ip` for our own
 */
export async function lookUpClientAddress(services: readonly string[]): Promise<void> {
  known = readStored();
  for (const service of services) {
    if (known !== null) return;
    known = await askFor(service === OWN ? '/api-proxy.php?endpoint=ip' : service);
    if (known !== null) store(known);
  }
}

async function askFor(address: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(ADDRESS_LOOKUP_TIMEOUT_MS);
    const response = await fetch(address, { signal, referrerPolicy: 'no-referrer', credentials: 'omit' });
    const { clientAddressSchema } = await import('#src/features/client-address/client-address.wire.ts');
    return clientAddressSchema.parse(await response.json()).ip;
  } catch {
    return null;
  }
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function store(address: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, address);
  } catch {
    // Without storage the next page looks it up again.
  }
}
