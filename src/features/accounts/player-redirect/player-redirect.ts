/** Ways out of a folder that an address hides from whoever compares it: a server may decode them. */
const HIDDEN_STEPS = /\.\.|%2e|%2f|%5c/i;

/**
 * The external player that an address asks to go back to [A14]; null when it names none or leads elsewhere.
 * Compared as addresses are built, so that no look-alike passes.
 * @param playerHost address of the player, with or without a path
 */
export function findPlayerRedirect(search: string, playerHost: string): URL | null {
  const wanted = new URLSearchParams(search).get('redirect');
  if (wanted === null || !URL.canParse(wanted) || !URL.canParse(playerHost)) return null;
  if (HIDDEN_STEPS.test(wanted.split(/[?#]/, 1).join())) return null;
  const target = new URL(wanted);
  const host = new URL(playerHost);
  const folder = host.pathname.replace(/\/*$/, '/');
  const isInside = target.pathname === host.pathname || target.pathname.startsWith(folder);
  const isNamed = target.username !== '' || target.password !== '';
  return target.origin === host.origin && isInside && !isNamed ? target : null;
}
