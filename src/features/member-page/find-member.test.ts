import { describe, expect, it } from 'vitest';
import { WireError } from '#src/features/wire-client/wire-error.ts';
import { findMember } from './find-member.ts';
import type { MemberPage } from './member-page.wire.ts';

const MEMBER: MemberPage = {
  user: { pseudo: 'lea_m' },
  favorites: [],
  favorite_artists: [],
  favorite_stream_id: '80s',
};

const failWith = (code: string, status: number) => async () => {
  throw new WireError('No.', { code, status });
};

describe('findMember', () => {
  it('gives the page of a member', async () => {
    expect(await findMember('lea_m', async () => MEMBER)).toEqual({ member: MEMBER, problem: null });
  });

  it.each([undefined, '', '  '])('asks nobody when the username is %j', async (pseudo) => {
    const asked: string[] = [];
    const found = await findMember(pseudo, async (name) => {
      asked.push(name);
      return MEMBER;
    });
    expect(found).toEqual({ member: null, problem: 'missing' });
    expect(asked).toEqual([]);
  });

  it('tells an unknown member from a failure', async () => {
    const unknown = await findMember('nobody', failWith('member_not_found', 404));
    expect(unknown.problem).toBe('not-found');
    const broken = await findMember('lea_m', failWith('no_answer', 0));
    expect(broken.problem).toBe('error');
  });
});
