import { expect, test } from 'vitest';
import { isReservedUsername } from './reserved-usernames.server.ts';

test.each(['admin', '_ADMIN_', 'mailer-daemon', 'Onde', 'support', 'null', '__proto__', 'Radio_Brume'])(
  '%s is nobody’s',
  (name) => expect(isReservedUsername(name, 'Radio Brume')).toBe(true),
);

test.each(['zoe', 'admin2', 'rootsman', 'apiculteur', 'ondes', '---'])('%s may be somebody’s', (name) =>
  expect(isReservedUsername(name, 'Radio Brume')).toBe(false),
);
