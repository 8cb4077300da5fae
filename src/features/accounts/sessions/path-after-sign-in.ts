import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { homePath, streamPagePath } from '#src/page/address/paths.ts';
import { needsProfileCompletion, needsUsername } from '#src/page/session/session-user.ts';
import type { User } from '#src/page/session/user.wire.ts';

/** Where a member goes after a sign-in: to the page for a missing part of the account, else to the music [A32]. */
export function pathAfterSignIn(user: User, home: { language: Language; streamId: StreamId }): string {
  const { language, streamId } = home;
  if (needsProfileCompletion(user)) return streamPagePath(language, streamId, 'profile');
  if (needsUsername(user)) return streamPagePath(language, streamId, 'pseudo-selection');
  return homePath(language, streamId);
}
