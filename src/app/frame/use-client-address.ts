import { useEffect } from 'react';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { whenIdle } from '#src/platform/clock/when-idle.ts';

/** Learns the browser's address once nothing else is to be done [A64]. */
export function useClientAddress(): void {
  const { addressServices } = useStation();
  useEffect(() => {
    whenIdle()
      .then(() => import('#src/page/wire/look-up-client-address.ts'))
      .then(
        ({ lookUpClientAddress }) => lookUpClientAddress(addressServices),
        // Without it the hint is left out.
        () => {},
      );
  }, [addressServices]);
}
