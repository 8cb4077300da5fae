import type { Language } from '#src/contract/languages.ts';
import type { Theme } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { PreferenceChange, Preferences } from '#src/features/preferences/preferences.ts';
import type { Returning } from '#src/page/session/return-choices.ts';
import type { Whereabouts } from './post-sync-redirect.ts';
import type { ChoiceTimes, Unsent } from './unsent.ts';

export type PreferenceWait = 'volume' | 'redirect' | 'retry' | 'resync' | 'store' | 'resend' | 'stale';
/**
 * The stored copies: a member's, a guest's, and a member's choices for a visit on a mobile device, which end
 * with the tab.
 */
export type PreferenceCopy = 'user' | 'guest' | 'visit';

/** What the server says of a member's preferences: their own choices, and when each was made or reset. */
export interface Answer {
  readonly saved: PreferenceChange;
  readonly chosenAt: ChoiceTimes;
}

/** What it says to a change: `newer` stands for those that were older than what it had [A133]. */
export interface PushAnswer {
  readonly chosenAt: ChoiceTimes;
  readonly newer: PreferenceChange;
}

/** Signing in and out, and choices. */
export type ChoiceEvent =
  /**
   * The page opens. The copies are the stored ones; `returning` is left of a login that the server does not
   * know of yet, `visit` of earlier pages in this tab; `shown` is the language and theme it opens in.
   */
  | {
      readonly type: 'started';
      readonly isMember: boolean;
      readonly isMobile: boolean;
      /** The reader came by the root address. */
      readonly isHomeward: boolean;
      readonly user: PreferenceChange;
      readonly guest: PreferenceChange;
      readonly visit: PreferenceChange;
      readonly returning: Returning;
      readonly shown: { readonly language: Language; readonly theme: Theme };
    }
  /**
   * A sign-in by e-mail, Google, Apple or a validation mail. Without a username the preferences wait until
   * there is one.
   */
  | {
      readonly type: 'signed-in';
      /**
       * Whether it happened in this tab. After a sign-in in another tab that one syncs, and this one stays
       * where it is.
       */
      readonly isHere: boolean;
      /** Whether it leads home: an act of members is finished where it was begun [A105]. */
      readonly isHomeward: boolean;
      readonly wantsSync: boolean;
      readonly user: PreferenceChange;
      readonly guest: PreferenceChange;
      readonly visit: PreferenceChange;
      readonly returning: Returning;
    }
  | { readonly type: 'signed-out'; readonly guest: PreferenceChange }
  /** Another tab has stored the copy that is in force here. */
  | { readonly type: 'copy-changed'; readonly copy: PreferenceChange }
  /**
   * `isShown`: what is in force counts as chosen, as before the page heard; else it is no change. `atMs`: now, by the
   * browser's clock.
   */
  | {
      readonly type: 'chosen';
      readonly change: PreferenceChange;
      readonly isShown?: boolean;
      readonly atMs: number;
    }
  | { readonly type: 'moved'; readonly whereabouts: Whereabouts };

/**
 * Events between a member's browser and the server. `status`
 * of a failure is the HTTP one; 0 without an answer.
 */
export type SyncEvent =
  /** The page asks for fresh preferences from the server. */
  | { readonly type: 'sync-wanted' }
  /** Changes that an earlier page could not send. */
  | { readonly type: 'unsent-found'; readonly unsent: Unsent }
  /** Another tab could not send its changes, or has sent them. */
  | { readonly type: 'unsent-changed'; readonly unsent: Unsent }
  /** The page is seen again, or the network is back. */
  | { readonly type: 'woken' }
  /** The page may be closed. */
  | { readonly type: 'leaving' }
  | ({ readonly type: 'loaded' } & Answer)
  | { readonly type: 'load-failed'; readonly status: number }
  | { readonly type: 'pushed'; readonly change: PreferenceChange; readonly answer: PushAnswer }
  | {
      readonly type: 'push-failed';
      readonly change: PreferenceChange;
      readonly status: number;
      readonly atMs: number;
    }
  | { readonly type: 'reset'; readonly atMs: number }
  | { readonly type: 'elapsed'; readonly wait: PreferenceWait };

export type PreferenceEvent = ChoiceEvent | SyncEvent;

const CHOICES: readonly string[] = [
  'started',
  'signed-in',
  'signed-out',
  'copy-changed',
  'chosen',
  'moved',
] satisfies ChoiceEvent['type'][];

export function isSyncEvent(event: PreferenceEvent): event is SyncEvent {
  return !CHOICES.includes(event.type);
}

/** Effects for members and guests. */
export type PageEffect =
  /** Merged into the stored copy. */
  | { readonly do: 'write-copy'; readonly copy: PreferenceCopy; readonly change: PreferenceChange }
  | { readonly do: 'remove-copy'; readonly copy: Exclude<PreferenceCopy, 'visit'> }
  /** Under the keys `language` and `theme`. */
  | { readonly do: 'remember'; readonly language?: Language; readonly theme?: Theme }
  /** Sets or takes the class `dark` of the document. */
  | { readonly do: 'show-theme'; readonly theme: Theme };

/** Effects for members alone. */
export type SyncEffect =
  /** Begins to talk with the server. */
  | { readonly do: 'sync' }
  /**
   * Does so for a choice that nobody would send else: the server has been left alone, or has not been asked yet, as
   * before a member has a username [A55].
   */
  | { readonly do: 'wake' }
  | { readonly do: 'load' }
  /** `isLast`: at once, the page may be gone in a moment. */
  | { readonly do: 'push'; readonly change: PreferenceChange; readonly isLast?: boolean }
  | { readonly do: 'delete' }
  | { readonly do: 'announce-synced'; readonly preferences: Preferences }
  | { readonly do: 'forget-returning' }
  /** Token and user are removed. */
  | { readonly do: 'end-session' }
  | {
      readonly do: 'report';
      readonly problem: 'preferences-refused' | 'sync-failed';
      readonly status: number;
    }
  /** Begins, or begins anew. */
  | { readonly do: 'wait'; readonly wait: PreferenceWait; readonly ms: number }
  /** Ends one wait, or all when none is named. */
  | { readonly do: 'stop-waiting'; readonly wait?: PreferenceWait }
  | { readonly do: 'go'; readonly language: Language; readonly streamId: StreamId };

/** The effects of the rules, in this order. */
export type PreferenceEffect = PageEffect | SyncEffect;

const PAGE_EFFECTS: readonly string[] = [
  'write-copy',
  'remove-copy',
  'remember',
  'show-theme',
] satisfies PageEffect['do'][];

export function isPageEffect(effect: PreferenceEffect): effect is PageEffect {
  return PAGE_EFFECTS.includes(effect.do);
}
