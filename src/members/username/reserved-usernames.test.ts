import { expect, test } from 'vitest';
import { cleanName } from '#src/members/rules/account-rules.ts';
import { isReservedUsername, speaksForStation } from './reserved-usernames.server.ts';

test.each([
  'admin',
  '_ADMIN_',
  'mailer-daemon',
  'Onde',
  'support',
  'null',
  '__proto__',
  'Radio_Brume',
  'onde_official',
  '0nde',
  'Onde-Admin',
  'team_onde',
  'onde2',
  'RadioBrume_support',
  'radi0brume',
  '4dmin',
  'supp0rt',
  'adm1n',
  'Adm1n1strator',
  '0ff1cial',
  'suppor7',
  'onde1',
  'onde0',
  'onde_admin3',
  'radiobrume1',
])('%s is nobody’s', (name) => expect(isReservedUsername(name, 'Radio Brume')).toBe(true));

test.each([
  'zoe',
  'admin2',
  'rootsman',
  'apiculteur',
  'ondes',
  '---',
  'ondine',
  'lea_onde_bleue',
  'monde',
  'zoe_admirer',
  'brume',
])('%s may be somebody’s', (name) => expect(isReservedUsername(name, 'Radio Brume')).toBe(false));

test.each([
  ['RadioEcume', 'Radio Écume'],
  ['radio_ecume_officiel', 'Radio Écume'],
  ['LOnde', 'L’Onde'],
  ['RadioCFM', 'Radio C.F.M.'],
  ['SoeursFM', 'Sœurs FM'],
  ['RnB-Radio', 'R’n’B Radio!'],
  ['RadioVolna', 'Радио Волна'],
])('%s is nobody’s where the station is called %s', (name, station) =>
  expect(isReservedUsername(name, station)).toBe(true),
);

test.each(['Écume', '電波', '!'])('a station called %s leaves other names free', (station) =>
  expect(isReservedUsername('zoe', station)).toBe(false),
);

test.each(['Radio Brume', 'Radio Brume – Officiel', 'Modération', 'Admin', 'Оnde'])(
  'a first name such as %s speaks for the station',
  (name) => expect(speaksForStation(name, 'Radio Brume')).toBe(true),
);

test.each([
  ...[
    '\u0391dmin',
    'Su\u0440\u0440ort',
    '\u039fnde',
    'Offi\u0441ial',
    'O\u043fde',
    '\u1d00dmin',
    'Admi\u0578',
  ],
  ...[
    'R\u0430dio \u0392rume',
    'Ad\u115fmin',
    'Webmaster Onde',
    'Moderador',
    'Поддержка',
    'Редакция',
    'Redaktion',
  ],
])('so does %s, whatever its letters are', (name) =>
  expect(speaksForStation(cleanName(name), 'Radio Brume')).toBe(true),
);

test.each([
  'The Onde Team',
  'L’équipe Onde',
  'L’équipe de Radio Brume',
  'Admin Onde FM',
  'Radio Onde Officiel',
  'Onde Support Team',
  'Direction Onde',
  'La présidente de l’Onde',
])('so does %s, with words of an office on either side', (name) =>
  expect(speaksForStation(name, 'Radio Brume')).toBe(true),
);

test('words in a row are read once, however many', () => {
  expect(speaksForStation(`${'del'.repeat(30)}onde`, 'Radio Brume')).toBe(false);
});

test.each(['Londe', 'Delonde', 'La Londe', 'Léa Onde Bleue'])('%s is a name', (name) =>
  expect(speaksForStation(name, 'Radio Brume')).toBe(false),
);

test.each(['Nan', 'Ondine', 'Zoé', 'あい', 'Ιωάννα', 'Αριάδνη', 'Рита', 'Сусанна', 'Անի'])(
  'somebody may be called %s',
  (name) => expect(speaksForStation(name, 'Radio Brume')).toBe(false),
);
