import { useEffect, useEffectEvent } from 'react';
import { WAITING_WORDS_MS } from '#src/contract/limits.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useIsLeaving } from '#src/page/navigation/navigation-context.tsx';
import { systemClock } from '#src/platform/clock/clock.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Says that the page which somebody has gone to waits for the network [R89]. */
export function useWaitingWords(): void {
  const text = useText();
  const showToast = useToast();
  const isLeaving = useIsLeaving();
  const say = useEffectEvent(() => {
    // A slow network brings it without words.
    if (!navigator.onLine) showToast('info', text('frame.page-waits'));
  });
  useEffect(() => {
    if (!isLeaving) return;
    const wait = systemClock.after(WAITING_WORDS_MS, () => say());
    return () => wait[Symbol.dispose]();
  }, [isLeaving]);
}
