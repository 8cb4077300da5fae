import type { Migration } from 'kysely/migration';
import type { Logger } from '#src/platform/log/logger.ts';
import { up as music } from './001-music.ts';
import { up as members } from './002-members.ts';
import { up as charts } from './003-charts.ts';
import { up as mailboxes } from './004-mailboxes.ts';
import { up as takingPart } from './005-taking-part.ts';
import { up as diary } from './006-diary.ts';
import { up as slots } from './007-slots.ts';
import { up as signIns } from './008-sign-ins.ts';
import { up as contact } from './009-contact.ts';
import { up as listening } from './010-listening.ts';
import { up as memberPictures } from './011-member-pictures.ts';
import { up as songNames } from './012-song-names.ts';
import { up as believedTime } from './014-believed-time.ts';
import { up as registrations } from './015-registrations.ts';
import { up as providerIssuers } from './016-provider-issuers.ts';
import { up as heardPieces } from './017-heard-pieces.ts';
import { up as listenerHours } from './018-listener-hours.ts';
import { up as robots } from './019-robots.ts';
import { up as stationParts } from './022-station-parts.ts';
import { up as broadcastGroups } from './023-broadcast-groups.ts';
import { up as sessionEnds } from './024-session-ends.ts';
import { up as sessionProofs } from './025-session-proofs.ts';
import { up as toldSegments } from './026-told-segments.ts';
import { up as commentsById } from './027-comments-by-id.ts';
import { up as seenMailboxes } from './028-seen-mailboxes.ts';
import { up as choiceTimes } from './029-choice-times.ts';
import { up as doubtedTimes } from './030-doubted-times.ts';

/**
 * Every migration, in order. A released one is never changed: it says what a database out there went through, so it
 * imports nothing of ours.
 */
export function migrations(logger: Logger): Readonly<Record<string, Migration>> {
  return {
    '001-music': { up: music },
    '002-members': { up: members },
    '003-charts': { up: charts },
    '004-mailboxes': {
      async up(db) {
        const shared = await mailboxes(db);
        if (shared.length > 0)
          logger.warn(
            { users: shared },
            'these members have the mailbox of an earlier member; the migration kept both accounts',
          );
      },
    },
    '005-taking-part': { up: takingPart },
    '006-diary': { up: diary },
    '007-slots': { up: slots },
    '008-sign-ins': { up: signIns },
    '009-contact': { up: contact },
    '010-listening': { up: listening },
    '011-member-pictures': { up: memberPictures },
    '012-song-names': { up: songNames },
    '014-believed-time': { up: believedTime },
    '015-registrations': { up: registrations },
    '016-provider-issuers': { up: providerIssuers },
    '017-heard-pieces': { up: heardPieces },
    '018-listener-hours': { up: listenerHours },
    '019-robots': { up: robots },
    '022-station-parts': { up: stationParts },
    '023-broadcast-groups': { up: broadcastGroups },
    '024-session-ends': { up: sessionEnds },
    '025-session-proofs': { up: sessionProofs },
    '026-told-segments': { up: toldSegments },
    '027-comments-by-id': { up: commentsById },
    '028-seen-mailboxes': {
      async up(db) {
        const shared = await seenMailboxes(db);
        if (shared.length > 0)
          logger.warn(
            { users: shared },
            'these members have the mailbox of another member but for a sign that nobody sees, and can log in no more; the migration kept both accounts: tell them to register or to use the other one',
          );
      },
    },
    '029-choice-times': { up: choiceTimes },
    '030-doubted-times': { up: doubtedTimes },
  };
}
