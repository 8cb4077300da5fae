import type { PreferenceChange } from '#src/features/preferences/preferences.ts';
import { transition } from '#src/features/preferences/rules/preference-choices.ts';
import {
  isPageEffect,
  isSyncEvent,
  type PageEffect,
  type PreferenceEvent,
  type SyncEffect,
  type SyncEvent,
} from '#src/features/preferences/rules/preference-events.ts';
import {
  INITIAL_PREFERENCE_STATE,
  type PreferenceState,
  type Step,
} from '#src/features/preferences/rules/preference-state.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { Observable } from '#src/platform/observable/observable.ts';

/** The part for members alone: it knows the rules of the sync, and talks with the server. */
export interface PreferenceSync {
  transition(state: PreferenceState, event: SyncEvent): Step;
  carryOut(effect: SyncEffect): void;
}

/** The surroundings of the engine. */
export interface PreferenceSurroundings {
  clock: Clock;
  importSync(engine: PreferenceEngine): Promise<PreferenceSync>;
  carryOut(effect: PageEffect): void;
}

/** Carries out the effects of the rules. Knows no framework, no document and no storage. */
export class PreferenceEngine extends Observable {
  readonly #around: PreferenceSurroundings;
  #importing: Promise<void> | null = null;
  #sync: PreferenceSync | null = null;
  /** The member's part did not come, and nobody has asked the server. */
  #hasMissed = false;
  #state = INITIAL_PREFERENCE_STATE;

  constructor(around: PreferenceSurroundings) {
    super();
    this.#around = around;
  }

  readonly getState = (): PreferenceState => this.#state;

  readonly dispatch = (event: PreferenceEvent): void => {
    if (isSyncEvent(event)) this.#withSync((sync) => this.#take(sync.transition(this.#state, event)));
    else {
      this.#take(transition(this.#state, event));
      if (this.#hasMissed) this.dispatch({ type: 'woken' });
    }
  };

  /**
   * Makes a choice: it is in force at once and kept where it belongs.
   * @param isShown counts a choice of what is in force already: it was made before the page was alive, or
   * before the server was asked
   */
  choose(change: PreferenceChange, isShown = false): void {
    this.dispatch({ type: 'chosen', change, isShown, atMs: this.#around.clock.nowMs() });
  }

  #take([state, effects]: Step): void {
    const hasChanged = state !== this.#state;
    this.#state = state;
    for (const effect of effects) {
      if (isPageEffect(effect)) this.#around.carryOut(effect);
      else this.#withSync((sync) => sync.carryOut(effect));
    }
    if (hasChanged) this.tell();
  }

  /** Fetches the member's part first. If that fails, the next work tries again, and so does the next choice [A55]. */
  #withSync(work: (sync: PreferenceSync) => void): void {
    if (this.#sync !== null) {
      work(this.#sync);
      return;
    }
    const { session } = this.#state;
    this.#importing ??= this.#around.importSync(this).then(
      (sync) => {
        this.#sync = sync;
        this.#hasMissed = false;
      },
      () => {
        this.#importing = null;
        this.#hasMissed = true;
      },
    );
    this.#importing.then(() => {
      if (this.#sync !== null && session === this.#state.session) work(this.#sync);
    });
  }
}
