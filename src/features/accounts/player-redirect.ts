import type { User } from './accounts.wire.ts';

/**
 * The external player that an address asks to be sent back to (accounts.md §5, "redirect"); null when it names none or
 * leads elsewhere. Compared as addresses are built, so that no look-alike passes.
 * @param playerHost address of the player, with or without a path
 */
export function findPlayerRedirect(search: string, playerHost: string): URL | null {
  const wanted = new URLSearchParams(search).get('redirect');
  if (wanted === null || !URL.canParse(wanted) || !URL.canParse(playerHost)) return null;
  const target = new URL(wanted);
  const host = new URL(playerHost);
  const folder = host.pathname.replace(/\/*$/, '/');
  const isInside = target.pathname === host.pathname || target.pathname.startsWith(folder);
  return target.origin === host.origin && isInside && !target.username ? target : null;
}

/** The player's address with the token and who it belongs to. A player on our own origin has both already. */
export function withSession(target: URL, user: User, token: string, ownOrigin: string): string {
  if (target.origin === ownOrigin) return target.href;
  const { id, email, pseudo, first_name, last_name } = user;
  const address = new URL(target);
  address.searchParams.set('token', token);
  address.searchParams.set('user', JSON.stringify({ id, email, pseudo, first_name, last_name }));
  return address.href;
}
