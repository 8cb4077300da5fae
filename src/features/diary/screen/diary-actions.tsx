import { useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { Button } from '#src/ui/button/button.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';
import { LaterIcon } from '#src/ui/icon/later-icon.tsx';
import styles from './diary-actions.module.css';
import { useDiaryState, useRefusal } from './use-diary.ts';

const FORMATS = ['JSON', 'CSV'] as const;
type Format = (typeof FORMATS)[number];

/** Buttons to download or erase a whole diary; none while it is empty. */
export function DiaryActions({ userId, onErased }: { userId: string; onErased: () => void }) {
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
              return <EraseDialog userId={userId} total={total} onErased={onErased} />;
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
