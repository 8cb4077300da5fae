import { previewPlayer } from '#src/features/preview/preview-store.ts';
import { browserStorage } from '#src/page/storage/browser-storage.ts';
import { HeardEpisodes } from './heard-episodes.ts';

/** This browser's places in episodes. */
export const heardEpisodes = new HeardEpisodes(browserStorage);

previewPlayer.subscribe(() => heardEpisodes.follow(previewPlayer.getState()));
if (!import.meta.env.SSR) addEventListener('pagehide', () => heardEpisodes.keep());
