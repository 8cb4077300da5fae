import type accounts from './catalogues/accounts/fr.json';
import type charts from './catalogues/charts/fr.json';
import type comments from './catalogues/comments/fr.json';
import type contact from './catalogues/contact/fr.json';
import type diary from './catalogues/diary/fr.json';
import type donation from './catalogues/donation/fr.json';
import type errors from './catalogues/errors/fr.json';
import type frame from './catalogues/frame/fr.json';
import type home from './catalogues/home/fr.json';
import type install from './catalogues/install/fr.json';
import type legal from './catalogues/legal/fr.json';
import type listen from './catalogues/listen/fr.json';
import type mail from './catalogues/mail/fr.json';
import type members from './catalogues/members/fr.json';
import type moment from './catalogues/moment/fr.json';
import type offline from './catalogues/offline/fr.json';
import type pages from './catalogues/pages/fr.json';
import type panel from './catalogues/panel/fr.json';
import type player from './catalogues/player/fr.json';
import type programme from './catalogues/programme/fr.json';
import type replies from './catalogues/replies/fr.json';
import type status from './catalogues/status/fr.json';
import type track from './catalogues/track/fr.json';

/**
 * Every text there is. French is where texts are written first: a key that its files lack does not compile.
 */
export type TextKey =
  | `frame.${keyof typeof frame}`
  | `home.${keyof typeof home}`
  | `player.${keyof typeof player}`
  | `panel.${keyof typeof panel}`
  | `pages.${keyof typeof pages}`
  | `track.${keyof typeof track}`
  | `status.${keyof typeof status}`
  | `comments.${keyof typeof comments}`
  | `charts.${keyof typeof charts}`
  | `moment.${keyof typeof moment}`
  | `programme.${keyof typeof programme}`
  | `listen.${keyof typeof listen}`
  | `donation.${keyof typeof donation}`
  | `legal.${keyof typeof legal}`
  | `accounts.${keyof typeof accounts}`
  | `members.${keyof typeof members}`
  | `diary.${keyof typeof diary}`
  | `contact.${keyof typeof contact}`
  | `install.${keyof typeof install}`
  | `offline.${keyof typeof offline}`
  | `errors.${keyof typeof errors}`
  | `replies.${keyof typeof replies}`
  | `mail.${keyof typeof mail}`;

/** The values of a text's placeholders. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Gives a text in one language. */
export type Text = (key: TextKey, values?: TextValues) => string;
