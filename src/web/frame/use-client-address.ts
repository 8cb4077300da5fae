import { useEffect } from 'react';
import { useStation } from '#src/features/on-air/station-context.tsx';
import { lookUpClientAddress } from '#src/features/wire-client/client-address.ts';

/** Learns the browser's address once nothing else is to be done (accounts.md §7). */
export function useClientAddress(): void {
  const { addressServices } = useStation();
  useEffect(() => {
    const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
    whenIdle(() => lookUpClientAddress(addressServices));
  }, [addressServices]);
}
