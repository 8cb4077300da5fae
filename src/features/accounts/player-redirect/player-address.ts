import type { User } from '#src/page/session/user.wire.ts';

/** The player's address with the token and its member [A15]. A player on our own origin has both already. */
export function withSession(target: URL, user: User, token: string, ownOrigin: string): string {
  if (target.origin === ownOrigin) return target.href;
  const { id, email, pseudo, first_name, last_name } = user;
  const address = new URL(target);
  address.searchParams.set('token', token);
  address.searchParams.set('user', JSON.stringify({ id, email, pseudo, first_name, last_name }));
  return address.href;
}
