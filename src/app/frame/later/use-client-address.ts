import { useEffect } from 'react';
import { ADDRESS_LOOKUP_TIMEOUT_MS } from '#src/contract/limits.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { CLIENT_ADDRESS_KEY, clientAddressOf } from '#src/page/wire/call-wire.ts';
import { wireSearch } from '#src/page/wire/endpoints.ts';

/** How the settings name our own look-up. */
const OWN = 'ip';
/** What looks like an address: all else may be no header, and not one call could be sent with it. */
const ADDRESS = /^[\da-f.:]{2,45}$/i;

/**
 * Looks the address up, once a browser session, at the services in turn; the first that answers in time is
 * believed. A failure is no matter: the hint is then left out.
 * @param services addresses that answer `{ip}` as JSON, or `ip` for our own
 */
export async function lookUpClientAddress(browser: Browser, services: readonly string[]): Promise<void> {
  const known = clientAddressOf(browser);
  if (ADDRESS.test(known.read() ?? '')) return;
  known.set(null);
  for (const service of services) {
    const address = await askFor(service === OWN ? `/api-proxy.php?${wireSearch('ip')}` : service);
    if (address === null) continue;
    known.set(address);
    browser.tabStorage.write(CLIENT_ADDRESS_KEY, address);
    return;
  }
}

async function askFor(address: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(ADDRESS_LOOKUP_TIMEOUT_MS);
    const response = await fetch(address, { signal, referrerPolicy: 'no-referrer', credentials: 'omit' });
    return readAddress(await response.json());
  } catch {
    return null;
  }
}

/** Read by hand: for a guest's first page nothing else needs a schema library. */
function readAddress(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { ip }: { readonly ip?: unknown } = answer;
  return typeof ip === 'string' && ADDRESS.test(ip) ? ip : null;
}

/** Learns the browser's address [A64]. */
export function useClientAddress(): void {
  const { addressServices } = useStation();
  const browser = useBrowser();
  useEffect(() => void lookUpClientAddress(browser, addressServices), [browser, addressServices]);
}
