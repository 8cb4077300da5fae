import type { TextGroup } from '#src/i18n/areas.ts';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { whenReachable } from '#src/page/when-reachable.ts';
import { languageOfAddress } from './address-rules.ts';

/** What a page's `clientLoader` waits for: groups of texts in the language of the address. */
export async function loadPageTexts(request: Request, groups: readonly TextGroup[]): Promise<void> {
  const language = languageOfAddress(new URL(request.url));
  await whenReachable(() => Promise.all(groups.map((group) => loadTexts(group, language))));
}
