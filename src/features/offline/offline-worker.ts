import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts, textOf } from '#src/i18n/loaded-texts.ts';
import { nowPlayingQuery } from '#src/page/on-air/now-playing.query.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { useWaitingWords } from './use-waiting-words.ts';
import { keepWorker } from './worker-registration.ts';

/**
 * Has the browser keep the worker, and says when there is a new version: it is the visitor who reloads [R88]. Says as well
 * when a page waits for the network. Shows nothing itself.
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
      // Without its words it is not said.
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
