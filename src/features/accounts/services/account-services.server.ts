import type { Database } from '#src/db/database.ts';
import type { LinkTickets } from '#src/features/accounts/linking/link-ticket.server.ts';
import type { MemberPictures } from '#src/features/accounts/pictures/member-pictures.server.ts';
import type { MemberData } from '#src/members/member-data.server.ts';
import type { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';

/** The services of the members' endpoints. */
export interface AccountServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The site's public address, without a slash at its end. */
  readonly origin: string;
  /** The key by which addresses on the network are kept: their hash without it would tell them. */
  readonly addressDigestKey: Buffer;
  readonly linkTickets: LinkTickets;
  /** Wakes the mail worker after an order; null without SMTP. */
  readonly wakeMail: (() => void) | null;
  readonly passwords: PasswordGuard;
  readonly limits: RateLimits;
  /** Fetches members' pictures from their providers. */
  readonly pictures: Pick<MemberPictures, 'want'>;
  /** The data of other features about a member, for export and deletion. */
  readonly memberData: readonly MemberData[];
  station(): StationConfig;
}
