import { previewPlayerOf } from '#src/features/preview/preview-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { HeardEpisodes } from './heard-episodes.ts';

/** This browser's places in episodes, kept from the first time they are asked for. Not for the server. */
export const heardEpisodesOf = onePerPage((browser) => {
  const heard = new HeardEpisodes(browser.storage);
  const previews = previewPlayerOf(browser);
  previews.subscribe(() => heard.follow(previews.getState()));
  addEventListener('pagehide', () => heard.keep());
  return heard;
});
