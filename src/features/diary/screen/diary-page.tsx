import { useEffect, useState } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { heardSenderOf } from '#src/features/diary/recording/heard-sender.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { PageHead } from '#src/page/head/page-head.tsx';
import { Link } from '#src/page/navigation/link.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { Band } from '#src/ui/band/band.tsx';
import { Button, buttonClass } from '#src/ui/button/button.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import { DiaryList, DiarySkeleton } from './diary-list.tsx';
import styles from './diary-page.module.css';
import { DiarySwitch } from './diary-switch.tsx';
import { erasuresOf, useDiaryState, useRefusal } from './use-diary.ts';

/**
 * What a member really listened to [A67]. The document is the same for everybody; the browser finds out who
 * is signed in.
 */
export function Page() {
  const text = useText();
  const { user, isLoading } = useSession();
  const isGuest = user === null && !isLoading;
  return (
    <>
      <PageHead title={text('diary.title')} isIndexed={false} />
      <Band title={text('diary.title')} lead={text(isGuest ? 'diary.guest' : 'diary.lead')}>
        {isGuest ? <LoginButton /> : <ProfileLink />}
      </Band>
      <div className={styles.page}>
        {/* What one member has removed is not for the next one to see, or to bring back [A114]. */}
        {user !== null && <Diary key={user.id} userId={user.id} />}
        {isLoading && <DiarySkeleton />}
      </div>
    </>
  );
}

function Diary({ userId }: { userId: string }) {
  const browser = useBrowser();
  const heardSender = heardSenderOf(browser);
  // Notes of this browser belong in the list.
  useEffect(() => void heardSender.send(), [heardSender]);
  const { data, isError } = useDiaryState(userId);
  // What was removed before an erasure went with it: it cannot be taken back.
  const erased = erasuresOf(browser);
  const erasures = useObserved(erased, erased.read, erased.read);
  // Then the list says so, once, and tries both again.
  const isLost = isError && data === undefined;
  return (
    <div className={styles.columns}>
      {!isLost && (
        <aside className={styles.card}>
          <DiarySwitch userId={userId}>
            <DiaryActions userId={userId} />
          </DiarySwitch>
        </aside>
      )}
      <DiaryList key={erasures} userId={userId} />
    </div>
  );
}

const FORMATS = ['JSON', 'CSV'] as const;
type Format = (typeof FORMATS)[number];

/** Buttons to download or erase a whole diary; none while it is empty. */
function DiaryActions({ userId }: { userId: string }) {
  const text = useText();
  const open = useFetchedDialogs();
  const { busy, download } = useDownload();
  const total = useDiaryState(userId).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <ul className={styles.actions}>
      {FORMATS.map((format) => (
        <li key={format}>
          <Button
            look="line"
            aria-label={text('diary.download-as', { format })}
            title={text('diary.download-as', { format })}
            aria-disabled={busy !== null}
            onClick={() => download(format)}
          >
            <LaterIcon name={busy === format ? 'busy' : 'download'} size={18} spins={busy === format} />
            {format}
          </Button>
        </li>
      ))}
      <li>
        <Button
          look="line"
          className={styles.erase ?? ''}
          onClick={() =>
            open([], async () => {
              const { EraseDialog } = await import('./erase-dialog.tsx');
              return <EraseDialog userId={userId} total={total} />;
            })
          }
        >
          <LaterIcon name="bin" size={18} />
          {text('diary.erase')}
        </Button>
      </li>
    </ul>
  );
}

function useDownload() {
  const browser = useBrowser();
  const refuse = useRefusal();
  const [busy, setBusy] = useState<Format | null>(null);
  const download = async (format: Format) => {
    if (busy !== null) return;
    setBusy(format);
    try {
      const { saveDiary } = await inTime(() => import('./diary-file.ts'));
      await saveDiary(browser, format);
    } catch (error) {
      refuse(error, 'diary.download-failed');
    }
    setBusy(null);
  };
  return { busy, download };
}

function LoginButton() {
  const text = useText();
  const dialogs = useAccountDialogs();
  return (
    <Button look="ink" shape="large" onClick={dialogs.openLogin}>
      {text('frame.login')}
    </Button>
  );
}

function ProfileLink() {
  const text = useText();
  const path = streamPagePath(useLanguage(), useShownStream(null), 'profile');
  return (
    <Link className={buttonClass('ghost')} to={path}>
      <LaterIcon name="user" size={18} />
      {text('frame.user.profile')}
    </Link>
  );
}
