import type { MemberData } from '#src/members/member-data.server.ts';
import type { MailComposer } from '#src/platform/mail/mail-queue.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';

/** What a feature brings to the web process, which closes it at its end. */
export interface Feature extends Partial<AsyncDisposable> {
  /** By their names on the wire; where `action` chooses, one for each. */
  readonly endpoints?: WireTable;
  /** What it keeps of a member. */
  readonly memberData?: readonly MemberData[];
  readonly sweeps?: readonly Sweep[];
  /** Who writes its mails, by kind. */
  readonly mails?: Readonly<Record<string, MailComposer>>;
}

/** Deletes what is past its time, once an hour. */
export interface Sweep {
  /** What goes, for the log: `diary entries`. */
  readonly what: string;
  /** @param nowMs a time that is believed [W120] */
  run(nowMs: number): Promise<void>;
}
