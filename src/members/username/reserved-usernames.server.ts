import { slugOf } from '#src/contract/titles.ts';

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

/** As it is written, and as somebody reads it in passing: `onde1` is a name with a number, and `adm1n` is none. */
const READINGS = [(name: string) => name, lookalike].map((read) => ({
  read,
  speakers: new Set([...SPEAKERS].map(read)),
  technical: new Set([...TECHNICAL].map(read)),
  offices: new Set([...OFFICES].map(read)),
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

/** The own name with nothing but words of an office around it: `onde_official`, `TeamOnde`, not `ondine`. */
function posesAs(name: string, own: string, { speakers, offices }: Reading): boolean {
  if (!name.startsWith(own) && !name.endsWith(own)) return false;
  const around = name.startsWith(own) ? name.slice(own.length) : name.slice(0, -own.length);
  const word = around.replace(/\d+$/, '');
  return offices.has(word) || speakers.has(word);
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

/** Letters of other scripts, each before the Latin one that everybody reads in its place. */
const LOOKS = [
  // Greek
  'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXαaγyηnιiκkνvοoρpσoςsτtυuχxωw',
  // Cyrillic
  'АAВBЕEЅSІIЇIЈJКKМMНHОOРPСCТTУYҮYХXԀDԌGԚQԜWаaвbгrеeѕsиuіiїiјjкkмmнhоoпnрpсcтtуyүyхxԁdһhԛqԝwӏl',
  // Armenian
  'ՍUՏSՕOհhոnսuցgօoզq',
  // Latin small capitals, and two more that are Latin by name alone
  'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡg',
].join('');
const LATIN: ReadonlyMap<string, string> = new Map(
  Array.from(LOOKS.matchAll(/(.)(.)/gu), ([, letter = '', latin = '']) => [letter, latin] as const),
);

/**
 * A text as it looks to somebody who reads Latin letters alone: `Suрроrt` with a Cyrillic р is `Support`. Letters that
 * look like none of them stay.
 */
function latinLook(text: string): string {
  return Array.from(text.normalize('NFKD'), (letter) => LATIN.get(letter) ?? letter).join('');
}
