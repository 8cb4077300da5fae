import { slugOf } from '#src/contract/titles.ts';

/** Reserved usernames, folded, without `-` and `_`: they would speak for the station or for its software. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['admin', 'admins', 'administrator', 'administrateur', 'root', 'system', 'sysadmin', 'superuser'],
  ...['webmaster', 'postmaster', 'hostmaster', 'abuse', 'security', 'noreply', 'mailerdaemon', 'nobody'],
  ...['moderator', 'moderateur', 'moderation', 'staff', 'official', 'support', 'help', 'contact'],
  ...['onde', 'api', 'www', 'anonymous', 'deleted', 'null', 'undefined', 'nan', 'proto', 'constructor'],
]);

/** Words that beside the name of the station or of its software pose as somebody who speaks for it. */
const OFFICES: ReadonlySet<string> = new Set([
  ...[
    '',
    'official',
    'officiel',
    'officielle',
    'offiziell',
    'oficial',
    'ufficiale',
    'officieel',
    'oficjalny',
  ],
  ...[
    'admin',
    'admins',
    'administrator',
    'administrateur',
    'moderator',
    'moderateur',
    'moderation',
    'mod',
    'mods',
  ],
  ...[
    'staff',
    'team',
    'equipe',
    'theteam',
    'support',
    'help',
    'contact',
    'service',
    'security',
    'bot',
    'info',
    'news',
  ],
  ...['radio', 'webradio', 'fm', 'live', 'the', 'real'],
]);
const RESERVED_LOOKALIKES: ReadonlySet<string> = new Set([...RESERVED].map(lookalike));

/**
 * Whether the username is reserved: the station's own name, and what poses as the station by its name and an
 * office, by a 0 for an o or a 1 for an l. Callers read that it is taken.
 */
export function isReservedUsername(username: string, stationName: string): boolean {
  const name = lookalike(plain(username));
  if (RESERVED_LOOKALIKES.has(name)) return true;
  const station = lookalike(plain(stationName));
  return [...new Set(['onde', station])].some((own) => own !== '' && posesAs(name, own));
}

/** The own name with nothing but words of an office around it: `onde_official`, `TeamOnde`, not `ondine`. */
function posesAs(name: string, own: string): boolean {
  if (!name.startsWith(own) && !name.endsWith(own)) return false;
  const around = name.startsWith(own) ? name.slice(own.length) : name.slice(0, -own.length);
  return around === '' || OFFICES.has(around.replace(/\d+$/, ''));
}

/** The letters and digits as a username writes them: `Radio Écume` is `radioecume`, and so is `Radio_Ecume`. */
function plain(name: string): string {
  return slugOf(name).replaceAll('-', '');
}

/** Signs that are read as a letter stand for it. */
function lookalike(name: string): string {
  return name
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('5', 's')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a');
}
