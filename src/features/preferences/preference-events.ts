import type { Language } from '#src/spec/languages.ts';
import type { Theme } from '#src/spec/limits.ts';
import type { StreamId } from '#src/spec/streams.ts';
import type { Place } from './post-sync-redirect.ts';
import type { PreferenceChange, Preferences } from './preferences.ts';

/** What login found saved from before: `auth_return_lang`, `auth_return_stream`, `auth_return_theme`. */
export interface Returning {
  readonly language?: Language | undefined;
  readonly streamId?: StreamId | undefined;
  readonly theme?: Theme | undefined;
}

export type PreferenceWait = 'volume' | 'redirect' | 'retry' | 'resync' | 'store';
export type PreferenceCopy = 'user' | 'guest';

/** What happens to the preferences. `status` of a failure is the HTTP one; 0 when there was no answer. */
export type PreferenceEvent =
  /**
   * The page opens. The copies are what is stored; `returning` is left of a login that the server has not been told of;
   * `shown` is the language and theme it opens in.
   */
  | {
      readonly type: 'started';
      readonly isMember: boolean;
      readonly isMobile: boolean;
      readonly user: PreferenceChange;
      readonly guest: PreferenceChange;
      readonly returning: Returning;
      readonly shown: { readonly language: Language; readonly theme: Theme };
      readonly place: Place;
    }
  /** By e-mail, Google, Apple or a validation mail. Without a username the preferences wait until there is one. */
  | {
      readonly type: 'signed-in';
      readonly hasUsername: boolean;
      readonly guest: PreferenceChange;
      readonly returning: Returning;
    }
  | { readonly type: 'signed-out'; readonly guest: PreferenceChange }
  /** Somebody wants them fresh from the server. */
  | { readonly type: 'sync-wanted' }
  /** Another tab has stored the copy that is in force here. */
  | { readonly type: 'copy-changed'; readonly copy: PreferenceChange }
  /** `saved` is what of the whole the member has chosen. */
  | { readonly type: 'loaded'; readonly saved: PreferenceChange }
  | { readonly type: 'load-failed'; readonly status: number }
  | { readonly type: 'push-failed'; readonly status: number }
  | { readonly type: 'chosen'; readonly change: PreferenceChange }
  | { readonly type: 'reset' }
  | { readonly type: 'moved'; readonly place: Place }
  | { readonly type: 'elapsed'; readonly wait: PreferenceWait };

/** What the machine wants done, in this order. */
export type PreferenceEffect =
  | { readonly do: 'load' }
  | { readonly do: 'push'; readonly change: PreferenceChange }
  | { readonly do: 'delete' }
  /** Merged into what the copy holds. */
  | { readonly do: 'write-copy'; readonly copy: PreferenceCopy; readonly change: PreferenceChange }
  | { readonly do: 'remove-copy'; readonly copy: PreferenceCopy }
  /** Under the keys `language` and `theme`. */
  | { readonly do: 'remember'; readonly language?: Language; readonly theme?: Theme }
  /** Sets or takes the class `dark` of the document. */
  | { readonly do: 'show-theme'; readonly theme: Theme }
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
  | { readonly do: 'stop-waiting'; readonly wait: PreferenceWait }
  | { readonly do: 'go'; readonly language: Language; readonly streamId: StreamId };
