import { type ReactNode, Suspense } from 'react';
import { fetchedTask } from './fetched-task.ts';
import { MemberInvitations } from './member-invitations.tsx';
import { useClientAddress } from './use-client-address.ts';

const OfflineWorker = fetchedTask(() =>
  import('#src/features/offline/offline-worker.ts').then((file) => file.OfflineWorker),
);

/** What a page does by itself when nothing else is to be done; shows nothing. Inside of the dialogs' provider. */
export function IdleTasks(): ReactNode {
  useClientAddress();
  return (
    <>
      <MemberInvitations />
      <Suspense>
        <OfflineWorker />
      </Suspense>
    </>
  );
}
