import { WireError } from '#src/features/wire-client/wire-error.ts';
import type { MemberPage } from './member-page.wire.ts';

/** Why there is no page (accounts.md §8): no username, nobody of that name, no answer. */
export type MemberPageProblem = 'missing' | 'not-found' | 'error';

export type FoundMember =
  | { readonly member: MemberPage; readonly problem: null }
  | { readonly member: null; readonly problem: MemberPageProblem };

/** The HTTP status of a page that has a problem. */
export const PROBLEM_STATUS = { missing: 404, 'not-found': 404, error: 503 } as const satisfies Record<
  MemberPageProblem,
  number
>;

/** @param ask fetches the page of a username; rejects with a WireError */
export async function findMember(
  pseudo: string | undefined,
  ask: (pseudo: string) => Promise<MemberPage>,
): Promise<FoundMember> {
  const name = pseudo?.trim() ?? '';
  if (name === '') return { member: null, problem: 'missing' };
  try {
    return { member: await ask(name), problem: null };
  } catch (error) {
    const isUnknown = error instanceof WireError && error.code === 'member_not_found';
    return { member: null, problem: isUnknown ? 'not-found' : 'error' };
  }
}
