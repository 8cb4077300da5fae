import { expect, test } from 'vitest';
import { memberPageSchema } from './user-favorites.wire.ts';

test('a public page needs neither lists nor a stream [A85]', () => {
  const empty = { user: { pseudo: 'zoe' }, favorites: [], favorite_artists: [], favorite_stream_id: 'dance' };
  expect(memberPageSchema.parse({ user: { pseudo: 'zoe' } })).toEqual(empty);
  expect(memberPageSchema.parse({ ...empty, favorite_stream_id: 'jazz' })).toEqual(empty);
  expect(memberPageSchema.parse({ ...empty, favorite_stream_id: 'club' })).toMatchObject({
    favorite_stream_id: 'club',
  });
});
