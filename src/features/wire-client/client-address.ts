import * as z from 'zod/mini';
import { ADDRESS_LOOKUP_TIMEOUT_MS } from '#src/spec/limits.ts';

const STORAGE_KEY = 'client_address';
const replySchema = z.object({ data: z.object({ ip: z.string() }) });

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
    const address = replySchema.parse(await response.json()).data.ip;
    known = address;
    sessionStorage.setItem(STORAGE_KEY, address);
  } catch {
    // Offline, slow or without storage: the next page view may try again.
  }
}
