import { expect, test } from 'vitest';
import { importNothing } from './import-nothing.ts';
import { readReply } from './read-reply.ts';

test('a success is one whatever it says beside [A85]', async () => {
  const schema = await importNothing();
  for (const more of [{}, { message: 'OK' }, { data: null }, { data: { id: 7 } }, { favorites: [] }])
    expect(readReply({ success: true, ...more }, schema, 200)).toBeUndefined();
  expect(() => readReply({ success: false, data: {} }, schema, 200)).toThrow();
});

test.each([
  [200, {}],
  [200, { data: {} }],
  [200, []],
  [200, { error: 'x' }],
  [200, { success: 'yes' }],
])('a %i that does not say so is none: %j [A85]', async (status, reply) => {
  const schema = await importNothing();
  expect(() => readReply(reply, schema, status)).toThrow(
    expect.objectContaining({ code: 'refused', status }),
  );
});
