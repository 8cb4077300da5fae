import { foldUsername } from '#src/features/accounts/rules/account-rules.ts';

/** Reserved usernames, folded, without `-` and `_`: they would speak for the station or for its software. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['admin', 'admins', 'administrator', 'administrateur', 'root', 'system', 'sysadmin', 'superuser'],
  ...['webmaster', 'postmaster', 'hostmaster', 'abuse', 'security', 'noreply', 'mailerdaemon', 'nobody'],
  ...['moderator', 'moderateur', 'moderation', 'staff', 'official', 'support', 'help', 'contact'],
  ...['onde', 'api', 'www', 'anonymous', 'deleted', 'null', 'undefined', 'nan', 'proto', 'constructor'],
]);

/** Whether the username is reserved, as the station's own name is. Callers read that it is taken. */
export function isReservedUsername(username: string, stationName: string): boolean {
  const name = plain(username);
  return RESERVED.has(name) || name === plain(stationName.replace(/\s+/g, ''));
}

function plain(name: string): string {
  return foldUsername(name).replace(/[-_]/g, '');
}
