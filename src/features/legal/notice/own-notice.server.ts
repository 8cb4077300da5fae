import { typeset } from '#src/i18n/typeset.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { englishExcerpt } from './english-excerpt.server.ts';
import { frenchNotice } from './french-notice.server.ts';
import { noticeFacts } from './notice-facts.server.ts';

/** The program's own notice in Markdown, for a station that has written none [R73]. */
export function ownNotice(station: StationConfig, settings: Settings): { fr: string; en: string } {
  const facts = noticeFacts(station, settings);
  return { fr: typeset(frenchNotice(facts), 'fr'), en: typeset(englishExcerpt(facts), 'en') };
}
