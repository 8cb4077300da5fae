import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { lacksOutput, type PlayerPhase } from '#src/features/player/state/player-state.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './status-words.module.css';

/**
 * The player's state beside the title: nothing while all is well, with a way back to live for who is far behind it
 * [R171]. The play button is the remedy of all else [R139].
 */
export function StatusWords() {
  const text = useText();
  const player = playerOf(useBrowser());
  const phase = usePlayer((state) => state.phase);
  const words = useStatus();
  if (words === null) return null;
  // Of a radio that plays there is nothing else to say.
  const isBehind = phase === 'playing';
  return (
    <>
      <p className={styles.status} data-phase={phase} aria-hidden={!isBehind}>
        {phase === 'reconnecting' && <Icon name="busy" spins />}
        {phase === 'offline' && <Icon name="offline" />}
        {words}
      </p>
      {isBehind && (
        <Button look="line" onClick={() => player.goLive()}>
          {text('player.behind')}
        </Button>
      )}
    </>
  );
}

/**
 * The player's state for assistive technology; place it once a page, and in a dialog that tells of it. Of the attempts,
 * four of which come in a second, it tells the first: their count would be all that is to be heard [R250].
 */
export function StatusAnnouncement() {
  return (
    <p role="status" className={hidden.hidden}>
      {useStatus({ isCounting: false })}
    </p>
  );
}

/**
 * The player's state in words; null while all is well.
 * @param options.isCounting whether each attempt to get the sound back, and each second behind live, is told
 */
export function useStatus({ isCounting = true } = {}): string | null {
  const text = useText();
  const phase = usePlayer((state) => state.phase);
  const attempt = usePlayer((state) => state.attempt);
  const refusal = usePlayer((state) => state.refusal);
  const isPreviewing = usePlayer((state) => state.preview !== null);
  const isWithoutOutput = usePlayer(lacksOutput);
  const seconds = usePlayer((state) => state.behindSeconds);
  if (isPreviewing) return null;
  if (isWithoutOutput) return text('player.no-output');
  switch (phase) {
    case 'connecting':
      return text('player.connecting');
    case 'reconnecting':
      return refusal ?? text('player.reconnecting', { attempt: isCounting ? attempt : 1 });
    case 'offline':
      return text('player.offline');
    case 'blocked':
      return text('player.blocked');
    case 'playing':
      return isCounting && seconds > 0 ? text('player.behind-by', { seconds }) : null;
    default:
      return null;
  }
}

/** What the second line says on wider screens, in place of the artist. */
export const STATUS_HINTS = {
  offline: 'player.offline-hint',
  blocked: 'player.blocked-hint',
} as const satisfies Partial<Record<PlayerPhase, string>>;
