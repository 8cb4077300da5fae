import { expect, test } from 'vitest';
import { isReservedUsername } from './reserved-usernames.server.ts';

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
