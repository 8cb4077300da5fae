import { expect, test } from 'vitest';
import { commentSchema, commentsSchema } from './comments.wire.ts';

test('comments need not say how many they are, nor a comment that it is not deleted [A85]', () => {
  const reply = {
    id: 2,
    pseudo: 'lea',
    first_name: 'Léa',
    last_name: null,
    profile_picture: '',
    comment: 'Yes!',
    created_at: '2026-01-01T10:00:00+01:00',
    parent_id: 1,
  };
  const comment = { ...reply, id: 1, parent_id: null, replies: [reply], reply_count: 1 };
  expect(commentsSchema.parse({ comments: [comment], has_more: true })).toEqual({
    comments: [{ ...comment, deleted: false, replies: [{ ...reply, deleted: false }] }],
    has_more: true,
    total: 1,
  });
});

test('a comment needs no more than its author’s name, its words and its time [A85]', () => {
  const said = { id: 1, pseudo: 'lea', comment: 'Yes!', created_at: '2026-01-01T10:00:00+01:00' };
  expect(commentSchema.parse({ ...said, profile_picture: null })).toEqual({
    ...said,
    first_name: null,
    last_name: null,
    profile_picture: '',
    parent_id: null,
    deleted: false,
    replies: [],
    reply_count: 0,
  });
});

test('a reply that stands under a comment need not say so, and digits are a number [A85]', () => {
  const said = { pseudo: 'lea', comment: 'Yes!', created_at: '2026-01-01T10:00:00+01:00' };
  const comment = { ...said, id: '12', replies: [{ ...said, id: '13' }] };
  expect(commentSchema.parse(comment)).toMatchObject({ id: 12, replies: [{ id: 13, parent_id: 12 }] });
});
