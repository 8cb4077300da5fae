import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { needsProfileCompletion, needsPseudoSelection } from '#src/page/session/session-user.ts';
import type { User } from '#src/page/session/user.wire.ts';

/** Where a member who has just signed in goes: to what their account lacks, else to the music (accounts.md §4). */
export function pathAfterSignIn(user: User, home: { language: Language; streamId: StreamId }): string {
  const path = `/${home.language}/${home.streamId}`;
  if (needsProfileCompletion(user)) return `${path}/profile`;
  return needsPseudoSelection(user) ? `${path}/pseudo-selection` : path;
}
