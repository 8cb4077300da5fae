import { describe, expect, test } from 'vitest';
import type { MemberPage } from '#src/features/favorites/public/user-favorites.wire.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { findMember } from './found-member.query.ts';

const MEMBER: MemberPage = {
  user: { pseudo: 'lea_m' },
  favorites: [],
  favorite_artists: [],
  tracks_count: 0,
  artists_count: 0,
  favorite_stream_id: '80s',
};

const failWith = (code: string, status: number) => async () => {
  throw new CallError('No.', { code, status });
};

describe('findMember', () => {
  test('gives the page of a member', async () => {
    expect(await findMember('lea_m', async () => MEMBER)).toEqual({
      member: MEMBER,
      problem: null,
      status: 200,
    });
  });

  test.each([undefined, '', '  '])('asks nobody when the username is %j', async (username) => {
    const asked: string[] = [];
    const found = await findMember(username, async (name) => {
      asked.push(name);
      return MEMBER;
    });
    expect(found).toEqual({ member: null, problem: 'missing', status: 404 });
    expect(asked).toEqual([]);
  });

  test.each([
    ['member_not_found', 404, 404],
    ['invalid_parameter', 400, 404],
    ['internal', 500, 503],
    ['too_many_requests', 429, 503],
    ['unreadable_answer', 502, 503],
  ])('a server that answers %s has found nobody', async (code, answered, status) => {
    const found = await findMember('nobody', failWith(code, answered));
    expect(found).toEqual({ member: null, problem: 'not-found', status });
  });

  test('a server that does not answer, or an error of our own, is an error', async () => {
    const error = { member: null, problem: 'error', status: 503 };
    expect(await findMember('lea_m', failWith('no_answer', 0))).toEqual(error);
    const broken = findMember('lea_m', () => Promise.reject(new TypeError('a part did not come')));
    expect(await broken).toEqual(error);
  });
});
