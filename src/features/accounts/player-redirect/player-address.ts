import type { User } from '#src/page/session/user.wire.ts';

/**
 * The player's address with the token and its member [A15]: in the query, or for a player on our own origin in the
 * fragment, which no request carries.
 */
export function withSession(target: URL, user: User, token: string, ownOrigin: string): string {
  const { id, email, pseudo, first_name, last_name } = user;
  const handed = { token, user: JSON.stringify({ id, email, pseudo, first_name, last_name }) };
  const address = new URL(target);
  if (target.origin === ownOrigin) address.hash = new URLSearchParams(handed).toString();
  else for (const [name, value] of Object.entries(handed)) address.searchParams.set(name, value);
  return address.href;
}
