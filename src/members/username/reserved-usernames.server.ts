import { slugOf } from '#src/contract/titles.ts';
import { latinLook } from './look-alikes.server.ts';

/** Names, folded, without `-` and `_`, that would speak for the station or for its software. */
const SPEAKERS: ReadonlySet<string> = new Set([
  ...['admin', 'admins', 'administrator', 'administrateur', 'root', 'system', 'sysadmin', 'superuser'],
  ...['webmaster', 'postmaster', 'hostmaster', 'abuse', 'security', 'noreply', 'mailerdaemon'],
  ...['moderator', 'moderateur', 'moderation', 'staff', 'official', 'support', 'help', 'contact', 'onde'],
  // In the other languages of the pages; Russian as it is transliterated, where that is another word.
  ...['administratrice', 'moderatrice', 'redaction', 'redaktion', 'administrador', 'administradora'],
  ...['moderador', 'moderadora', 'soporte', 'amministratore', 'amministratrice', 'moderatore', 'assistenza'],
  ...['beheerder', 'redactie', 'redakcja', 'redaktsiya', 'podderzhka', 'administratsiya', 'moderatsiya'],
]);
/** Names that software takes for something else. People may be called so: Nan is a first name. */
const TECHNICAL: ReadonlySet<string> = new Set([
  ...['nobody', 'api', 'www', 'anonymous', 'deleted', 'null', 'undefined', 'nan', 'proto', 'constructor'],
]);

/** Words that beside the name of the station or of its software pose as somebody who speaks for it. */
const OFFICES: ReadonlySet<string> = new Set([
  ...['official', 'officiel', 'officielle', 'offiziell', 'oficial', 'ufficiale', 'officieel', 'oficjalny'],
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
  ...['equipo', 'zespol', 'squadra', 'komanda', 'association', 'asso', 'vorstand', 'president', 'presidente'],
  ...['direction', 'direccion', 'direzione', 'radio', 'webradio', 'fm', 'live', 'the', 'real'],
]);
/** Words that join the others. With nothing else beside it the own name is a part of another: people are called Londe. */
const ARTICLES: ReadonlySet<string> = new Set(
  'l la le les d de du des di del dell della der die das von van el of het'.split(' '),
);

/** As it is written, and as somebody reads it in passing: `onde1` is a name with a number, and `adm1n` is none. */
const READINGS = [(name: string) => name, lookalike].map((read) => ({
  read,
  speakers: new Set([...SPEAKERS].map(read)),
  technical: new Set([...TECHNICAL].map(read)),
  offices: new Set([...OFFICES, ...SPEAKERS, ...ARTICLES].map(read)),
  articles: new Set([...ARTICLES].map(read)),
}));
type Reading = (typeof READINGS)[number];

/**
 * Whether the username is reserved: the station's own name, and what poses as the station by its name and an
 * office, by a 0 for an o or a 1 for an l. Callers read that it is taken.
 */
export function isReservedUsername(username: string, stationName: string): boolean {
  const name = plain(username);
  return (
    READINGS.some(({ read, technical }) => technical.has(read(name))) ||
    speaksForStation(username, stationName)
  );
}

/** Whether others would take a name, a first name too, for that of somebody who speaks for the station. */
export function speaksForStation(written: string, stationName: string): boolean {
  // By its sound and by its look: Cyrillic с is an s to who reads it, and a c to who does not.
  const names = [written, latinLook(written)].map(plain);
  return READINGS.some((reading) => names.some((name) => speaks(name, stationName, reading)));
}

function speaks(name: string, stationName: string, reading: Reading): boolean {
  const { read, speakers } = reading;
  const ownNames = ['onde', plain(stationName)].filter((own) => own !== '');
  return speakers.has(read(name)) || ownNames.some((own) => posesAs(read(name), read(own), reading));
}

/** The own name with nothing but words of an office around it: `onde_official`, `The Onde Team`, not `ondine`. */
function posesAs(name: string, own: string, { offices, articles }: Reading): boolean {
  for (let at = name.indexOf(own); at >= 0; at = name.indexOf(own, at + 1)) {
    const around = [name.slice(0, at), name.slice(at + own.length)].map((side) => side.replace(/\d+$/, ''));
    const isOffice = around.every((side) => isRowOf(offices, side));
    const isPartOfName =
      around.some((side) => side !== '') && around.every((side) => isRowOf(articles, side));
    if (isOffice && !isPartOfName) return true;
  }
  return false;
}

/** Whether a text is some of the words, one behind the other, or nothing. */
function isRowOf(words: ReadonlySet<string>, text: string): boolean {
  const begins = new Set([0]);
  // What is added while it is gone through comes as well.
  for (const at of begins)
    for (const word of words) if (text.startsWith(word, at)) begins.add(at + word.length);
  return begins.has(text.length);
}

/** The letters and digits as a username writes them: `Radio Écume` is `radioecume`, and so is `Radio_Ecume`. */
function plain(name: string): string {
  return slugOf(name).replaceAll('-', '');
}

/** Signs that are read as a letter stand for it; an i, an l and a 1 for one another. */
function lookalike(name: string): string {
  return name
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('7', 't');
}
