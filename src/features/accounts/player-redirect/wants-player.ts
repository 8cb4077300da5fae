/**
 * Whether an address asks to be sent back to the external player. No more than a hint: `findPlayerRedirect`
 * decides.
 */
export function wantsPlayer(search: string, playerHost: string): boolean {
  return Boolean(new URLSearchParams(search).get('redirect')?.startsWith(playerHost));
}
