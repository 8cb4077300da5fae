import { useCallback, useEffect, useState } from 'react';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress, useNavigate, useSearchParams } from '#src/page/navigation/navigation-context.tsx';
import { linkTokensOf } from './link-tokens.ts';

/**
 * The token of a mail's link. It is removed from the address at once, so that no history keeps it; until it is used the
 * tab keeps it, so that a reload tries it again. Null without one, undefined until that is known.
 */
export function useLinkToken(): { token: string | null | undefined; forget: () => void } {
  const linkTokens = linkTokensOf(useBrowser());
  const parameters = useSearchParams();
  const { pathname } = useAddress();
  const [token, setToken] = useState(() => parameters.get('token') || undefined);
  const [isKnown, setKnown] = useState(token !== undefined);
  const navigate = useNavigate();

  useEffect(() => {
    if (token !== undefined) linkTokens.keep(pathname, token);
    else setToken(linkTokens.read(pathname) ?? undefined);
    setKnown(true);
  }, [pathname, token, linkTokens]);

  useEffect(() => {
    if (!parameters.has('token')) return;
    const rest = new URLSearchParams(parameters);
    rest.delete('token');
    navigate({ search: rest.toString() }, { replace: true, keepsScroll: true });
  }, [parameters, navigate]);

  const forget = useCallback(() => linkTokens.forget(pathname), [pathname, linkTokens]);
  return { token: token ?? (isKnown ? null : undefined), forget };
}
