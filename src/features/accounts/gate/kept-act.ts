import { DAY_MS } from '#src/contract/durations.ts';
import { isStreamId } from '#src/contract/streams.ts';
import { VOTES } from '#src/contract/votes.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import type { PendingAct } from './pending-act.ts';

const KEY = 'pending_act';

/**
 * Keeps the act that led to a sign-in while the whole page is at a provider [A105], until the tab is closed. None
 * is kept too: it says that the tab is there.
 */
export function keepAct(storage: BrowserStorage, act: PendingAct | null): void {
  storage.write(KEY, JSON.stringify(act));
}

/** @returns whether this tab was left for a provider, whose answer has not taken what was kept */
export function dropAct(storage: BrowserStorage): boolean {
  const isKept = storage.read(KEY) !== null;
  storage.remove(KEY);
  return isKept;
}

/** Returns the act that was kept, once; null without one, or when it cannot be read. */
export function takeAct(storage: BrowserStorage): PendingAct | null {
  const kept = storage.readJson(KEY);
  storage.remove(KEY);
  return typeof kept === 'object' && kept !== null ? parseAct(kept) : null;
}

const MAIL_KEY = 'mail_act';
/** As long as the link of the mail works [A39]. */
const MAIL_KEPT_MS = 2 * DAY_MS;

/** An act whose guest waits for a mail, and where it was begun. */
interface MailAct {
  readonly act: PendingAct;
  readonly begunOn: string;
  /** Whose mail it waits for: a browser may be of several people. */
  readonly email: string;
}

/** Keeps an act until the link of a mail has been followed in this browser, in whichever tab [A121]. */
export function keepMailAct(storage: BrowserStorage, kept: MailAct, nowMs: number): void {
  storage.write(MAIL_KEY, JSON.stringify({ ...kept, keptMs: nowMs }));
}

/** What waits for the mail of this address waits from now on, for as long as before: another mail has been asked for. */
export function renewMailAct(storage: BrowserStorage, email: string, nowMs: number): void {
  const kept = keptFor(storage, email);
  const waits = kept && waiting(kept, nowMs);
  if (waits) keepMailAct(storage, { ...waits, email }, nowMs);
}

/** Whether something waits for the mail of this address. */
export function hasMailAct(storage: BrowserStorage, email: string, nowMs: number): boolean {
  const kept = keptFor(storage, email.trim());
  return kept !== null && waiting(kept, nowMs) !== null;
}

/** Returns what waits for the mail of this address, once; null without it, or once no link can live any more. */
export function takeMailAct(
  storage: BrowserStorage,
  email: string,
  nowMs: number,
): Omit<MailAct, 'email'> | null {
  const kept = keptFor(storage, email);
  if (kept === null) return null;
  storage.remove(MAIL_KEY);
  return waiting(kept, nowMs);
}

type KeptFields = { readonly [Key in keyof MailAct | 'keptMs']?: unknown };

function keptFor(storage: BrowserStorage, email: string): KeptFields | null {
  const kept = storage.readJson(MAIL_KEY);
  if (typeof kept !== 'object' || kept === null) return null;
  const fields: KeptFields = kept;
  const isMine = typeof fields.email === 'string' && fields.email.toLowerCase() === email.toLowerCase();
  return isMine ? fields : null;
}

function waiting({ act: kept, begunOn, keptMs }: KeptFields, nowMs: number): Omit<MailAct, 'email'> | null {
  const act = typeof kept === 'object' && kept !== null ? parseAct(kept) : null;
  if (act === null || typeof begunOn !== 'string' || !/^\/(?!\/)/.test(begunOn)) return null;
  return Math.abs(nowMs - Number(keptMs)) < MAIL_KEPT_MS ? { act, begunOn } : null;
}

function parseAct(kept: object): PendingAct | null {
  const {
    kind,
    title,
    vote,
    streamId,
    track,
    userId,
    parentId = null,
  }: Readonly<Record<string, unknown>> = { ...kept };
  const given = VOTES.find((known) => known === vote);
  if (kind === 'vote' && typeof title === 'string' && given) return { kind, title, vote: given };
  if (kind === 'star' && isStreamId(streamId)) return { kind, streamId };
  if (kind === 'deletion' && typeof userId === 'string') return { kind, userId };
  const isParent = parentId === null || typeof parentId === 'number';
  if (kind === 'comment' && typeof track === 'string' && isParent) return { kind, track, parentId };
  return null;
}
