import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { WAITING_WORDS_MS } from '#src/contract/limits.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts, textOf } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useIsLeaving } from '#src/page/navigation/navigation-context.tsx';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { keepWorker } from './worker-registration.ts';

/**
 * Has the browser keep the worker, and says when there is a new version, so that the visitor can reload
 * [R88], or when a page waits for the network. Draws nothing itself.
 */
export function OfflineWorker(): null {
  useWaitingWords();
  const language = useLanguage();
  const queries = useQueryClient();
  const showToast = useToast();
  const tell = useEffectEvent((reload: () => void) => {
    loadTexts('install', language).then(
      () => {
        const text = textOf(language);
        showToast('info', text('install.new-version'), { label: text('install.reload'), run: reload });
      },
      // Without the texts nothing is said.
      () => {},
    );
  });
  const known = useEffectEvent(() => {
    const state = queries.getQueryState<NowPlaying[]>(nowPlayingQuery.queryKey);
    return state?.data === undefined ? null : { titles: state.data, atMs: state.dataUpdatedAt };
  });
  useEffect(() => {
    // Development's scripts have no hashes: a worker would keep yesterday's.
    if (import.meta.env.PROD)
      void keepWorker(
        (reload) => tell(reload),
        () => known(),
        systemClock,
      );
  }, []);
  return null;
}

/** Says that the next page waits for the network [R89]. */
function useWaitingWords(): void {
  const text = useText();
  const showToast = useToast();
  const isLeaving = useIsLeaving();
  const say = useEffectEvent(() => showToast('info', text('frame.page-waits')));
  useEffect(() => {
    if (!isLeaving) return;
    const left = new AbortController();
    const wait = systemClock.after(WAITING_WORDS_MS, async () => {
      const isReached = await isRadioReached(left.signal);
      if (!isReached && !left.signal.aborted) say();
    });
    return () => {
      wait[Symbol.dispose]();
      left.abort();
    };
  }, [isLeaving]);
}

/** On a slow network the page comes in the end; on one that leads nowhere devices believe that they are online. */
async function isRadioReached(signal: AbortSignal): Promise<boolean> {
  if (!navigator.onLine) return false;
  const asked = inTime((end) => fetch('/healthz', { signal: end }), signal);
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
