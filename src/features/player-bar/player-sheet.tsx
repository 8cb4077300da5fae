import { useEffect, useRef } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useStream } from '#src/page/on-air/station-context.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { JustBefore } from './just-before.tsx';
import { PlayerPanel } from './player-panel.tsx';
import styles from './player-sheet.module.css';
import round from './round-button.module.css';
import { ShareButton } from './share-button.tsx';
import { SleepChoice } from './sleep-choice.tsx';
import { WebPlayerLink } from './web-player-link.tsx';

/** The whole player on a phone's screen. Its links lead to what it shows and close it; the sound goes on. */
export function PlayerSheet({ pathStream }: { pathStream: StreamId | null }) {
  const text = useText();
  const dialogs = useDialogs();
  const element = useRef<HTMLDialogElement>(null);
  const streamId = useShownStream(pathStream);
  const { name } = useStream(streamId);

  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // Links answer to the keyboard by a click too.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={element}
      className={styles.sheet}
      aria-label={text('player.label')}
      onCancel={(event) => {
        event.preventDefault();
        dialogs.close();
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a:not([target])')) dialogs.close();
      }}
    >
      <header className={styles.header}>
        <button
          type="button"
          className={round.round}
          aria-label={text('panel.collapse')}
          onClick={dialogs.close}
        >
          <Icon name="down" />
        </button>
        <p>{name}</p>
        <WebPlayerLink streamId={streamId} />
      </header>
      <PlayerPanel streamId={streamId} heading="h2" />
      <div className={styles.duo}>
        <SleepChoice />
        <ShareButton streamId={streamId} />
      </div>
      <JustBefore streamId={streamId} />
    </dialog>
  );
}
