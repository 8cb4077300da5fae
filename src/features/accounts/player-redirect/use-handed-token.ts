import { useEffect, useState } from 'react';
import { takeArrival } from '#src/page/session/sign-in-arrival.ts';

/**
 * The token that the player was handed with its address [A15]; null without one. It makes nobody a member here: anybody
 * may write such an address.
 */
export function useHandedToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const handed = takeArrival()?.get('token');
    if (handed) setToken(handed);
  }, []);
  return token;
}
