import type { LinkTickets } from '#src/features/accounts/linking/link-ticket.server.ts';
import type { MemberPictures } from '#src/features/accounts/pictures/member-pictures.server.ts';
import type { Services } from '#src/features/services.server.ts';

/** What this feature takes of what all are handed. */
export type AccountNeeds = Pick<
  Services,
  | 'db'
  | 'clock'
  | 'logger'
  | 'settings'
  | 'folder'
  | 'databaseOutage'
  | 'station'
  | 'passwords'
  | 'pictureProcess'
  | 'limits'
  | 'wakeMail'
  | 'memberData'
  | 'purgePages'
>;

/** And with what it has opened for itself. */
export interface AccountServices extends AccountNeeds {
  /** The key by which addresses on the network are kept: their hash without it would tell them. */
  readonly addressDigestKey: Buffer;
  readonly linkTickets: LinkTickets;
  /** Fetches members' pictures from their providers. */
  readonly pictures: Pick<MemberPictures, 'want'>;
}
