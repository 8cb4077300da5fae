import { lazy, Suspense } from 'react';
import { useSession } from '#src/page/session/use-session.ts';
import { whenIdle } from '#src/platform/clock/when-idle.ts';

const NOTHING = () => ({ default: () => null });

const IdleTasks = lazy(() =>
  whenIdle()
    .then(() => import('./later/later.ts'))
    // Without its script these tasks are left out.
    .then(({ later }) => ({ default: later.IdleTasks }), NOTHING),
);

const SignInReturn = lazy(() =>
  import('#src/features/accounts/social-return/sign-in-return.tsx').then(
    ({ SignInReturn }) => ({ default: SignInReturn }),
    // Without its script nobody is signed in: the button is still there.
    NOTHING,
  ),
);

/** Whether the address of this document brought something of a sign-in: `page/session/sign-in-arrival.ts` put it there. */
const HAS_ARRIVAL = 'ondeArrival' in globalThis;

/** Tasks that accounts start by themselves on every page; shows nothing. Inside of the dialogs' provider. */
export function MemberWatch() {
  const { isLoading } = useSession();
  if (isLoading) return null;
  return (
    <>
      <Suspense>{HAS_ARRIVAL && <SignInReturn />}</Suspense>
      <Suspense>
        <IdleTasks />
      </Suspense>
    </>
  );
}
