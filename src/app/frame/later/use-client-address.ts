import { useEffect } from 'react';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { lookUpClientAddress } from '#src/page/wire/look-up-client-address.ts';

/** Learns the browser's address [A64]. */
export function useClientAddress(): void {
  const { addressServices } = useStation();
  const browser = useBrowser();
  useEffect(() => void lookUpClientAddress(browser, addressServices), [browser, addressServices]);
}
