import { foldUsername } from '#src/features/accounts/rules/account-rules.ts';

/** Names that would speak for the station or for its software, folded, without `-` and `_`. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['admin', 'admins', 'administrator', 'administrateur', 'root', 'system', 'sysadmin', 'superuser'],
  ...['webmaster', 'postmaster', 'hostmaster', 'abuse', 'security', 'noreply', 'mailerdaemon', 'nobody'],
  ...['moderator', 'moderateur', 'moderation', 'staff', 'official', 'support', 'help', 'contact'],
  ...['onde', 'api', 'www', 'anonymous', 'deleted', 'null', 'undefined', 'nan', 'proto', 'constructor'],
]);

/** Whether nobody may take the username, the station's own name among them. It is told as one that somebody has. */
export function isReservedUsername(username: string, stationName: string): boolean {
  const name = plain(username);
  return RESERVED.has(name) || name === plain(stationName.replace(/\s+/g, ''));
}

function plain(name: string): string {
  return foldUsername(name).replace(/[-_]/g, '');
}
