import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** The token of a mail's link, once; it leaves the address at once, so that it stays in no history. Null for none. */
export function useLinkToken(): string | null {
  const [parameters] = useSearchParams();
  const [token] = useState(() => parameters.get('token') || null);
  const navigate = useNavigate();
  useEffect(() => {
    if (!parameters.has('token')) return;
    const rest = new URLSearchParams(parameters);
    rest.delete('token');
    navigate({ search: rest.toString() }, { replace: true, preventScrollReset: true });
  }, [parameters, navigate]);
  return token;
}
