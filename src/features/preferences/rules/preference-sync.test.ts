import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, type PreferenceChange } from '#src/features/preferences/preferences.ts';
import { transition } from './preference-choices.ts';
import {
  isSyncEvent,
  type PreferenceEffect,
  type PreferenceEvent,
  type PreferenceWait,
} from './preference-events.ts';
import { INITIAL_PREFERENCE_STATE, type PreferenceState } from './preference-state.ts';
import { syncTransition } from './preference-sync.ts';
import { RESEND_MS } from './sent-changes.ts';
import { STALE_MS } from './sync-steps.ts';
import { NOTHING_UNSENT } from './unsent.ts';

type Started = Extract<PreferenceEvent, { type: 'started' }>;

const HOME = { language: 'fr', streamId: 'dance', pathname: '/fr/dance/', wantsPlayer: false } as const;
const STARTED: Started = {
  type: 'started',
  isMember: true,
  isMobile: false,
  isHomeward: false,
  user: {},
  guest: {},
  visit: {},
  returning: {},
  shown: { language: 'fr', theme: 'light' },
  whereabouts: HOME,
};
const SAVED: PreferenceChange = {
  volume: 0.2,
  language: 'de',
  theme: 'dark',
  lastStreamId: 'hits',
  favoriteStreamId: 'club',
};

/** A machine and what it wanted done, in order. */
class Run {
  state: PreferenceState = INITIAL_PREFERENCE_STATE;
  effects: PreferenceEffect[] = [];

  /** Forgets what was wanted before. */
  after(...events: readonly PreferenceEvent[]): this {
    for (const event of events) {
      this.effects = [];
      this.#take(event);
    }
    return this;
  }

  all(...events: readonly PreferenceEvent[]): this {
    this.effects = [];
    for (const event of events) this.#take(event);
    return this;
  }

  of<Do extends PreferenceEffect['do']>(kind: Do): Extract<PreferenceEffect, { do: Do }>[] {
    return this.effects.filter(
      (effect): effect is Extract<PreferenceEffect, { do: Do }> => effect.do === kind,
    );
  }

  #take(event: PreferenceEvent): void {
    const [state, effects] = isSyncEvent(event)
      ? syncTransition(this.state, event)
      : transition(this.state, event);
    this.state = state;
    for (const effect of effects) {
      if (effect.do === 'sync') this.#take({ type: 'sync-wanted' });
      else this.effects.push(effect);
    }
  }
}

const start = (more: Partial<Started> = {}): Run => new Run().after({ ...STARTED, ...more });
const guest = (copy: PreferenceChange = {}): Run => start({ isMember: false, guest: copy });
const loaded = (saved: PreferenceChange): PreferenceEvent => ({ type: 'loaded', saved });
const pushed = (change: PreferenceChange): PreferenceEvent => ({ type: 'pushed', change });
const failed = (change: PreferenceChange, status = 0): PreferenceEvent => ({
  type: 'push-failed',
  change,
  status,
});
const elapsed = (wait: PreferenceWait): PreferenceEvent => ({
  type: 'elapsed',
  wait,
});
const chosen = (change: PreferenceChange): PreferenceEvent => ({ type: 'chosen', change });
const signedIn = (more: Partial<Extract<PreferenceEvent, { type: 'signed-in' }>> = {}): PreferenceEvent => ({
  type: 'signed-in',
  isHere: true,
  hasUsername: true,
  user: {},
  guest: {},
  returning: {},
  ...more,
});
const synced = (saved: PreferenceChange = SAVED): Run => start().after(loaded(saved));
/** Who has come by the root address. */
const homeward = (saved: PreferenceChange = SAVED): Run => start({ isHomeward: true }).after(loaded(saved));

describe('a guest', () => {
  test('begins with the guest copy, in the language and theme of the page', () => {
    const run = start({
      isMember: false,
      guest: { volume: 0.1, language: 'pl', favoriteStreamId: 'club' },
      shown: { language: 'de', theme: 'dark' },
    });
    expect(run.state.preferences).toEqual({
      ...DEFAULT_PREFERENCES,
      volume: 0.1,
      language: 'de',
      theme: 'dark',
      favoriteStreamId: 'club',
    });
    expect(run.effects).toEqual([]);
  });

  test('keeps choices in the guest copy, and nothing goes to the server', () => {
    const run = guest().all(
      chosen({ volume: 0.3 }),
      chosen({ theme: 'dark' }),
      chosen({ language: 'nl' }),
      elapsed('volume'),
    );
    expect(run.of('write-copy')).toEqual([
      { do: 'write-copy', copy: 'guest', change: { volume: 0.3 } },
      { do: 'write-copy', copy: 'guest', change: { theme: 'dark' } },
      { do: 'write-copy', copy: 'guest', change: { language: 'nl' } },
    ]);
    expect(run.of('push')).toEqual([]);
    expect(run.of('wait')).toEqual([]);
  });

  test('keeps choices on a mobile device too', () => {
    const run = start({ isMember: false, isMobile: true }).after(chosen({ theme: 'dark' }));
    expect(run.effects).toEqual([
      { do: 'show-theme', theme: 'dark' },
      { do: 'write-copy', copy: 'guest', change: { theme: 'dark' } },
      { do: 'remember', theme: 'dark' },
    ]);
  });

  test('keeps a language that was chosen before the page heard, and is shown already [A83]', () => {
    const early = { type: 'chosen', change: { language: 'fr' } } as const;
    expect(guest().after(early).effects).toEqual([]);
    expect(guest().after({ ...early, isShown: true }).effects).toEqual([
      { do: 'write-copy', copy: 'guest', change: { language: 'fr' } },
      { do: 'remember', language: 'fr' },
    ]);
  });

  test('takes over what another tab has stored, and its reset', () => {
    const run = guest().after({ type: 'copy-changed', copy: { volume: 0.2, theme: 'dark' } });
    expect(run.state.preferences).toMatchObject({ volume: 0.2, theme: 'dark' });
    run.after({ type: 'copy-changed', copy: {} });
    expect(run.state.preferences).toEqual(DEFAULT_PREFERENCES);
    expect(run.effects).toEqual([{ do: 'show-theme', theme: 'light' }]);
  });

  test('is not redirected', () => {
    expect(guest({ favoriteStreamId: 'club' }).after(elapsed('redirect')).effects).toEqual([]);
  });

  test('who resets loses the guest copy and has the defaults', () => {
    const run = guest({ volume: 0.1 }).after(chosen({ theme: 'dark' }), { type: 'reset' });
    expect(run.state.preferences).toEqual(DEFAULT_PREFERENCES);
    expect(run.effects).toContainEqual({ do: 'remove-copy', copy: 'guest' });
    expect(run.of('delete')).toEqual([]);
  });
});

describe('on login', () => {
  test('preferences load from the server when there is a username', () => {
    expect(guest().after(signedIn()).effects).toEqual([{ do: 'load' }]);
  });

  test('without a username they wait until one is chosen', () => {
    const run = guest().after(signedIn({ hasUsername: false }));
    expect(run.effects).toEqual([]);
    expect(run.after({ type: 'sync-wanted' }).effects).toEqual([{ do: 'load' }]);
  });

  test('the dark class is applied when the theme is dark, and taken when it is not', () => {
    expect(
      guest()
        .after(signedIn(), loaded({ theme: 'dark' }))
        .of('show-theme'),
    ).toEqual([{ do: 'show-theme', theme: 'dark' }]);
    const dark = start({ isMember: false, shown: { language: 'fr', theme: 'dark' } });
    expect(dark.after(signedIn(), loaded({ theme: 'light' })).of('show-theme')).toEqual([
      { do: 'show-theme', theme: 'light' },
    ]);
  });

  test('what was saved before login fills what the server lacks, the rest is fr, dance, light and 0.5', () => {
    const returning = { language: 'it', streamId: 'lounge', theme: 'dark' } as const;
    const run = guest().after(signedIn({ returning }), loaded({}));
    const merged = {
      volume: 0.5,
      language: 'it',
      theme: 'dark',
      lastStreamId: 'lounge',
      favoriteStreamId: 'lounge',
    } as const;
    expect(run.state.preferences).toEqual(merged);
    expect(run.of('push')).toEqual([{ do: 'push', change: merged }]);
    const bare = guest().after(signedIn(), loaded({}));
    expect(bare.of('push')).toEqual([{ do: 'push', change: DEFAULT_PREFERENCES }]);
  });

  test('what the member chose elsewhere wins over what this browser showed before, but for the last stream', () => {
    const returning = { language: 'it', streamId: 'lounge', theme: 'light' } as const;
    const run = guest({ volume: 0.9 }).after(signedIn({ returning, guest: { volume: 0.9 } }), loaded(SAVED));
    expect(run.state.preferences).toEqual({ ...SAVED, lastStreamId: 'lounge' });
    expect(run.of('push')).toEqual([{ do: 'push', change: { ...SAVED, lastStreamId: 'lounge' } }]);
  });

  test('the values saved before login are forgotten once the server has been told', () => {
    expect(guest().after(signedIn(), loaded(SAVED)).of('forget-returning')).toHaveLength(1);
    expect(synced().of('forget-returning')).toHaveLength(0);
  });

  test('a page that is opened anew before a login was synced goes on with it', () => {
    const returning = { language: 'it', streamId: 'lounge', theme: 'dark' } as const;
    const run = start({ returning, guest: { volume: 0.9 } }).after(loaded({}));
    expect(run.of('push')).toEqual([
      {
        do: 'push',
        change: {
          volume: 0.9,
          language: 'it',
          theme: 'dark',
          lastStreamId: 'lounge',
          favoriteStreamId: 'lounge',
        },
      },
    ]);
    expect(run.of('forget-returning')).toHaveLength(1);
    expect(guest().state.returning).toBeNull();
    expect(start({ isMember: false, returning }).state.returning).toBeNull();
  });

  test('guest preferences migrate when the user has none, and the guest copy is then removed', () => {
    const run = guest().after(signedIn({ guest: { volume: 0.9, theme: 'dark' } }), loaded({}));
    expect(run.state.preferences).toMatchObject({ volume: 0.9, theme: 'dark' });
    expect(run.of('push')[0]?.change).toMatchObject({ volume: 0.9, theme: 'dark' });
    expect(run.of('remove-copy')).toEqual([{ do: 'remove-copy', copy: 'guest' }]);
  });

  test('what registration has told the server is completed by what the guest chose', () => {
    const registered = {
      language: 'de',
      theme: 'light',
      lastStreamId: 'club',
      favoriteStreamId: 'club',
    } as const;
    for (const isMobile of [false, true]) {
      const run = start({ isMember: false, isMobile }).after(
        signedIn({ guest: { volume: 0.2, theme: 'dark' } }),
        ...(isMobile ? [elapsed('resync')] : []),
        loaded(registered),
      );
      expect(run.state.preferences).toEqual({ ...registered, volume: 0.2 });
      expect(run.of('push')).toEqual([{ do: 'push', change: { ...registered, volume: 0.2 } }]);
      expect(run.of('remove-copy')).toEqual([{ do: 'remove-copy', copy: 'guest' }]);
    }
  });

  test('guest preferences do not count when the user has some, and the guest copy is then removed too [A54]', () => {
    const run = guest().after(signedIn({ guest: { volume: 0.9 } }), loaded({ volume: 0.5 }));
    expect(run.state.preferences.volume).toBe(0.5);
    expect(run.of('remove-copy')).toEqual([{ do: 'remove-copy', copy: 'guest' }]);
    expect(run.state.guest).toEqual({});
  });

  test('nothing of a guest is removed while the server has not answered', () => {
    const away = guest().all(signedIn({ guest: { volume: 0.9 } }), { type: 'load-failed', status: 503 });
    expect(away.of('remove-copy')).toEqual([]);
  });

  test('a preferences-synced event fires after the copy is stored', () => {
    const run = guest().after(signedIn(), loaded(SAVED));
    const kinds = run.effects.map((effect) => effect.do);
    expect(kinds.indexOf('announce-synced')).toBeGreaterThan(kinds.indexOf('write-copy'));
    expect(run.of('write-copy')).toEqual([{ do: 'write-copy', copy: 'user', change: run.state.preferences }]);
  });
});

describe('a member', () => {
  test('begins with the stored copy while the server is asked', () => {
    const run = start({ user: { volume: 0.7, theme: 'dark' } });
    expect(run.state.preferences).toMatchObject({ volume: 0.7, theme: 'dark' });
    expect(run.effects).toEqual([{ do: 'show-theme', theme: 'dark' }, { do: 'load' }]);
  });

  test('has the language and theme that the server says', () => {
    const run = start({ user: { language: 'es', theme: 'light' } }).after(loaded(SAVED));
    expect(run.state.preferences).toEqual(SAVED);
    expect(run.of('remember')).toEqual([{ do: 'remember', language: 'de', theme: 'dark' }]);
  });

  test('whose language was chosen before the page heard has it sent [A83]', () => {
    const run = start().after({ type: 'chosen', change: { language: 'fr' }, isShown: true }, loaded(SAVED));
    expect(run.state.preferences.language).toBe('fr');
    expect(run.of('push')).toEqual([{ do: 'push', change: { language: 'fr' } }]);
  });

  test('who opens the page tells the server nothing it knows', () => {
    expect(synced().of('push')).toEqual([]);
  });

  test('reloads preferences on sync events', () => {
    expect(synced().after({ type: 'sync-wanted' }).effects).toEqual([{ do: 'load' }]);
  });

  test('who is being synced is not synced twice at once', () => {
    expect(start().after({ type: 'sync-wanted' }).effects).toEqual([]);
  });

  test('of another tab is taken over with the choices: nothing is asked, sent or led home', () => {
    const run = guest({ volume: 0.9 }).after(
      signedIn({
        isHere: false,
        user: { theme: 'dark' },
        guest: { volume: 0.9 },
        returning: { language: 'it' },
      }),
    );
    expect(run.state).toMatchObject({ phase: 'synced', preferences: { theme: 'dark', volume: 0.9 } });
    expect(run.effects).toEqual([{ do: 'show-theme', theme: 'dark' }]);
    run.after({ type: 'copy-changed', copy: { ...SAVED } });
    expect(run.state.preferences).toEqual(SAVED);
    expect(run.effects).toEqual([]);
    expect(run.after(chosen({ theme: 'light' })).of('push')).toEqual([
      { do: 'push', change: { theme: 'light' } },
    ]);
  });

  test('takes over what another tab has stored', () => {
    const run = synced().after({ type: 'copy-changed', copy: { theme: 'light', volume: 1 } });
    expect(run.state.preferences).toEqual({ ...SAVED, theme: 'light', volume: 1 });
    expect(run.effects).toEqual([{ do: 'show-theme', theme: 'light' }]);
  });

  test('has language changes saved on the server', () => {
    expect(synced().after(chosen({ language: 'es' })).effects).toEqual([
      { do: 'write-copy', copy: 'user', change: { language: 'es' } },
      { do: 'remember', language: 'es' },
      { do: 'push', change: { language: 'es' } },
    ]);
  });

  test('has the theme stored here and pushed when it differs', () => {
    expect(synced().after(chosen({ theme: 'light' })).effects).toEqual([
      { do: 'show-theme', theme: 'light' },
      { do: 'write-copy', copy: 'user', change: { theme: 'light' } },
      { do: 'remember', theme: 'light' },
      { do: 'push', change: { theme: 'light' } },
    ]);
    expect(synced().after(chosen({ theme: 'dark' })).effects).toEqual([]);
  });

  test('has the volume saved here at once and sent 250 ms after the last move', () => {
    const run = synced().all(chosen({ volume: 0.3 }), chosen({ volume: 0.35 }));
    expect(run.effects).toEqual([
      { do: 'write-copy', copy: 'user', change: { volume: 0.3 } },
      { do: 'wait', wait: 'volume', ms: 250 },
      { do: 'write-copy', copy: 'user', change: { volume: 0.35 } },
      { do: 'wait', wait: 'volume', ms: 250 },
    ]);
    expect(run.after(elapsed('volume')).effects).toEqual([{ do: 'push', change: { volume: 0.35 } }]);
    expect(run.after(elapsed('volume')).effects).toEqual([]);
  });

  test('who moves the volume and then changes the theme has both sent, each once', () => {
    const run = synced().all(chosen({ volume: 0.3 }), chosen({ theme: 'light' }), elapsed('volume'));
    expect(run.of('push').map(({ change }) => change)).toEqual([{ theme: 'light' }, { volume: 0.3 }]);
  });

  test('who chooses while the server is being asked keeps the choice, and the server is told', () => {
    const run = start().after(chosen({ theme: 'light' }), chosen({ volume: 1, language: 'es' }));
    expect(run.of('push')).toEqual([]);
    run.after(elapsed('volume'), loaded(SAVED));
    expect(run.state.preferences).toEqual({ ...SAVED, volume: 1, language: 'es' });
    expect(run.of('push')).toEqual([{ do: 'push', change: { volume: 1, language: 'es' } }]);
  });

  describe('whose answer may be older than a choice', () => {
    const dark = { change: { theme: 'dark' }, base: { theme: 'light' } } as const;
    const before = { ...SAVED, theme: 'light' } as const;
    const unsent = (found: PreferenceState['unsent']) => ({ type: 'unsent-changed', unsent: found }) as const;
    /** Another tab chooses the dark theme, and the server takes it. */
    const CHOSEN_ELSEWHERE: PreferenceEvent[] = [
      { type: 'copy-changed', copy: { theme: 'dark' } },
      unsent(dark),
      unsent(NOTHING_UNSENT),
    ];

    test('asks again instead of taking back what another tab has chosen meanwhile', () => {
      const run = start({ user: before }).all(...CHOSEN_ELSEWHERE, loaded(before));
      expect(run.effects).toEqual([{ do: 'show-theme', theme: 'dark' }, { do: 'load' }]);
      run.after(loaded({ ...before, theme: 'dark' }));
      expect(run.state).toMatchObject({ phase: 'synced', preferences: { theme: 'dark' } });
      expect(run.of('write-copy')).toMatchObject([{ copy: 'user', change: { theme: 'dark' } }]);
      expect(run.of('push')).toEqual([]);
    });

    test('tells the server nothing of it after a sign-in either', () => {
      const run = guest().all(signedIn(), ...CHOSEN_ELSEWHERE, loaded(before));
      expect(run.of('push')).toEqual([]);
      expect(run.after(loaded({ ...before, theme: 'dark' })).of('push')[0]?.change.theme).toBe('dark');
    });

    test('takes the second answer, whatever it says: another device may have chosen', () => {
      const run = start({ user: before }).all(...CHOSEN_ELSEWHERE, loaded(before), loaded(before));
      expect(run.of('load')).toHaveLength(1);
      expect(run.state).toMatchObject({ phase: 'synced', preferences: { theme: 'light' } });
    });

    test('is not asked twice where it knows the choice', () => {
      const run = start({ user: before }).all(...CHOSEN_ELSEWHERE, loaded({ ...before, theme: 'dark' }));
      expect(run.of('load')).toEqual([]);
      expect(run.state.phase).toBe('synced');
    });

    test('asks again when a choice was taken back meanwhile, and the answer has it', () => {
      const light = { change: { theme: 'light' }, base: { theme: 'dark' } } as const;
      const run = start({ user: before }).all(
        ...CHOSEN_ELSEWHERE,
        { type: 'copy-changed', copy: { theme: 'light' } },
        unsent(light),
        unsent(NOTHING_UNSENT),
        loaded({ ...before, theme: 'dark' }),
      );
      expect(run.state).toMatchObject({ phase: 'loading', preferences: { theme: 'light' } });
      expect(run.after(loaded(before)).state.preferences.theme).toBe('light');
    });

    test('asks again when the server took a change of this tab after it had answered', () => {
      const run = synced(before).all(
        chosen({ theme: 'dark' }),
        { type: 'sync-wanted' },
        pushed({ theme: 'dark' }),
        loaded(before),
      );
      expect(run.state).toMatchObject({ phase: 'loading', preferences: { theme: 'dark' } });
      expect(run.of('load')).toHaveLength(2);
    });

    test('asks again when a change after the first is still under way: it is no other device’s', () => {
      const polish = { change: { language: 'pl' }, base: { language: 'es' } } as const;
      const run = start({ user: SAVED }).all(
        { type: 'copy-changed', copy: { language: 'es' } },
        { type: 'copy-changed', copy: { language: 'pl' } },
        unsent(polish),
        loaded(SAVED),
      );
      expect(run.state).toMatchObject({ phase: 'loading', preferences: { language: 'pl' }, unsent: polish });
      run.after(loaded({ ...SAVED, language: 'es' }));
      expect(run.of('push')).toEqual([{ do: 'push', change: { language: 'pl' } }]);
    });

    test('does not ask for ever about what could not be sent, and was chosen elsewhere since', () => {
      const run = start().all({ type: 'unsent-found', unsent: dark }, loaded({ ...SAVED, theme: 'light' }));
      expect(run.of('push')).toEqual([{ do: 'push', change: { theme: 'dark' } }]);
      const since = { change: { language: 'pl' }, base: { language: 'fr' } } as const;
      const later = start().all({ type: 'unsent-found', unsent: since }, loaded(SAVED));
      expect(later.state).toMatchObject({ phase: 'synced', preferences: { language: 'de' } });
    });

    test('asks again on a mobile device too, without clearing the copies once more', () => {
      const favorite = { favoriteStreamId: 'trance' } as const;
      const run = start({ isMobile: true, user: SAVED }).after(elapsed('resync'));
      run.after({ type: 'copy-changed', copy: favorite }, loaded(SAVED));
      expect(run.effects).toEqual([{ do: 'load' }]);
      run.after(loaded({ ...SAVED, ...favorite }), elapsed('store'));
      expect(run.state.preferences.favoriteStreamId).toBe('trance');
    });
  });

  test('who resets has the defaults here and on the server', () => {
    const run = synced().after({ type: 'reset' });
    expect(run.state.preferences).toEqual(DEFAULT_PREFERENCES);
    expect(run.of('delete')).toHaveLength(1);
    expect(run.of('remove-copy').map(({ copy }) => copy)).toEqual(['guest']);
    expect(run.of('write-copy')).toEqual([{ do: 'write-copy', copy: 'user', change: DEFAULT_PREFERENCES }]);
    expect(run.of('show-theme')).toEqual([{ do: 'show-theme', theme: 'light' }]);
  });

  test('does not get back what a guest chose here once, when all has been reset', () => {
    const stale = { volume: 0.9, theme: 'dark' } as const;
    const opened = start({ guest: stale }).after(loaded({}));
    expect(opened.state.preferences).toEqual(DEFAULT_PREFERENCES);
    expect(opened.of('push')).toEqual([]);
    const reset = guest().after(
      signedIn({ guest: stale }),
      loaded(SAVED),
      { type: 'reset' },
      { type: 'sync-wanted' },
      loaded({}),
    );
    expect(reset.state).toMatchObject({ preferences: DEFAULT_PREFERENCES, guest: {} });
  });

  test('who resets while the server is being asked keeps the defaults, whatever it answers', () => {
    const returning = { language: 'it', streamId: 'lounge', theme: 'dark' } as const;
    const run = guest().all(signedIn({ returning }), { type: 'reset' }, loaded(SAVED), elapsed('redirect'));
    expect(run.state).toMatchObject({ phase: 'synced', preferences: DEFAULT_PREFERENCES });
    expect(run.of('delete')).toHaveLength(1);
    expect(run.of('forget-returning')).toHaveLength(1);
    expect(run.of('write-copy')).toEqual([{ do: 'write-copy', copy: 'user', change: DEFAULT_PREFERENCES }]);
    expect(run.of('push')).toEqual([]);
    const away = start().after({ type: 'load-failed', status: 503 }, { type: 'reset' }, elapsed('retry'));
    expect(away.of('load')).toEqual([]);
  });

  test('who logs out is a guest with the guest’s own preferences, and every wait ends', () => {
    const run = synced().after(chosen({ volume: 0.9 }), { type: 'signed-out', guest: { volume: 0.4 } });
    expect(run.state).toMatchObject({
      phase: 'guest',
      preferences: { volume: 0.4, language: 'de', theme: 'dark' },
    });
    expect(run.of('stop-waiting')).toEqual([{ do: 'stop-waiting' }]);
    expect(run.of('remove-copy').map(({ copy }) => copy)).toEqual(['visit', 'user']);
    expect(run.after(elapsed('volume')).effects).toEqual([]);
    expect(run.after(loaded(SAVED)).effects).toEqual([]);
  });
});

describe('the redirect after a sync', () => {
  test('comes 500 ms later, home in the preferred language and stream', () => {
    const run = homeward();
    expect(run.of('wait')).toContainEqual({ do: 'wait', wait: 'redirect', ms: 500 });
    expect(run.after(elapsed('redirect')).effects).toEqual([{ do: 'go', language: 'de', streamId: 'club' }]);
  });

  test('follows a sign-in in this tab', () => {
    const run = guest().after(signedIn(), loaded(SAVED));
    expect(run.of('wait')).toContainEqual({ do: 'wait', wait: 'redirect', ms: 500 });
    expect(run.after(elapsed('redirect')).of('go')).toHaveLength(1);
  });

  test('waits for the username of who has signed in without one', () => {
    const run = guest().after(signedIn({ hasUsername: false }), { type: 'sync-wanted' }, loaded(SAVED));
    expect(run.of('wait')).toContainEqual({ do: 'wait', wait: 'redirect', ms: 500 });
  });

  test('does not follow an address that a member has opened or reloaded', () => {
    const run = synced();
    expect(run.of('wait').map(({ wait }) => wait)).not.toContain('redirect');
    const returning = { language: 'it' } as const;
    expect(
      start({ returning })
        .after(loaded(SAVED))
        .of('wait')
        .map(({ wait }) => wait),
    ).not.toContain('redirect');
  });

  test('comes once: a later sync of the same page leads nowhere', () => {
    const run = homeward().after(elapsed('redirect'), { type: 'sync-wanted' }, loaded(SAVED));
    expect(run.of('wait').map(({ wait }) => wait)).not.toContain('redirect');
  });

  const stays = (whereabouts: object) =>
    homeward()
      .after({ type: 'moved', whereabouts: { ...HOME, ...whereabouts } })
      .after(elapsed('redirect'))
      .of('go').length === 0;

  test('comes only when the stream or the language differs', () => {
    expect(stays({ language: 'de', streamId: 'club', pathname: '/de/club/page-top20.html' })).toBe(true);
    expect(stays({ language: 'de', streamId: 'hits', pathname: '/de/hits/' })).toBe(false);
    expect(stays({ language: 'fr', streamId: 'club', pathname: '/fr/club/' })).toBe(false);
    expect(stays({ language: 'de', streamId: null, pathname: '/de/' })).toBe(false);
  });

  test.each([
    '/lovepuls/zoe',
    '/fr/lovepuls/zoe',
    '/fr/dance/info-titre/nacre-embruns',
    '/fr/dance/biography/Nacre',
    '/fr/dance/profile',
    '/fr/dance/pseudo-selection',
  ])('does not come on %s', (pathname) => {
    expect(stays({ pathname })).toBe(true);
  });

  test('does not come when a redirect to the external player is wanted', () => {
    expect(stays({ wantsPlayer: true })).toBe(true);
  });

  test('does not come outside of the languages: the validation screen goes on by itself', () => {
    expect(stays({ language: null, streamId: null, pathname: '/validate-email' })).toBe(true);
  });

  test('a sync that has not run is tried again after 1 s', () => {
    const run = start().after({ type: 'load-failed', status: 0 });
    expect(run.of('wait')).toEqual([{ do: 'wait', wait: 'retry', ms: 1_000 }]);
    expect(run.after(elapsed('retry')).effects).toEqual([{ do: 'load' }]);
  });

  test('a server that stays away is left alone after three tries, until a sync is wanted again', () => {
    const run = start();
    for (let count = 0; count < 3; count++) run.after({ type: 'load-failed', status: 503 }, elapsed('retry'));
    expect(run.after({ type: 'load-failed', status: 503 }).of('wait')).toEqual([]);
    expect(run.after({ type: 'sync-wanted' }).effects).toEqual([{ do: 'load' }]);
  });
});

describe('a mobile device with a member', () => {
  const mobile = (user: PreferenceChange = {}) => start({ isMobile: true, user });

  test('reads the stored copy, clears the copies, and asks the server after 500 ms', () => {
    const run = start({ isMobile: true, user: { volume: 0.7 } });
    expect(run.state.preferences.volume).toBe(0.7);
    expect(run.effects).toEqual([
      { do: 'remove-copy', copy: 'user' },
      { do: 'remove-copy', copy: 'guest' },
      { do: 'wait', wait: 'resync', ms: 500 },
    ]);
    expect(run.after(elapsed('resync')).effects).toEqual([{ do: 'load' }]);
  });

  test('waits 100 ms before it stores what came', () => {
    const run = mobile().after(elapsed('resync'), loaded(SAVED));
    expect(run.of('write-copy')).toEqual([]);
    expect(run.of('announce-synced')).toEqual([]);
    expect(run.of('wait')).toEqual([{ do: 'wait', wait: 'store', ms: 100 }]);
    run.after(elapsed('store'));
    expect(run.of('write-copy')).toEqual([{ do: 'write-copy', copy: 'user', change: SAVED }]);
    expect(run.of('announce-synced')).toHaveLength(1);
  });

  test('sends a favourite that is chosen while it waits', () => {
    const run = mobile().after(elapsed('resync'), loaded(SAVED));
    run.after(chosen({ favoriteStreamId: 'hits' }));
    expect(run.of('push')).toEqual([{ do: 'push', change: { favoriteStreamId: 'hits' } }]);
    run.after(elapsed('store'));
    expect(run.of('write-copy')).toEqual([
      { do: 'write-copy', copy: 'user', change: { ...SAVED, favoriteStreamId: 'hits' } },
    ]);
    expect(run.of('push')).toEqual([]);
  });

  const CHOSEN = { volume: 1, theme: 'light', language: 'es' } as const;
  const ready = () => mobile().after(elapsed('resync'), loaded(SAVED), elapsed('store'));

  test('has choices for the visit, and saves none, neither here nor on the server', () => {
    const run = ready().all(...Object.entries(CHOSEN).map(([name, value]) => chosen({ [name]: value })));
    expect(run.of('write-copy')).toEqual([
      { do: 'write-copy', copy: 'visit', change: { volume: 1 } },
      { do: 'write-copy', copy: 'visit', change: { theme: 'light' } },
      { do: 'write-copy', copy: 'visit', change: { language: 'es' } },
    ]);
    expect(run.of('show-theme')).toEqual([{ do: 'show-theme', theme: 'light' }]);
    expect(run.effects).toHaveLength(4);
    expect(run.state).toMatchObject({ visit: CHOSEN, preferences: CHOSEN, unsent: NOTHING_UNSENT });
  });

  test('has them on the next page of the visit, whatever the server says', () => {
    const run = start({ isMobile: true, visit: CHOSEN, shown: { language: 'es', theme: 'light' } });
    expect(run.state.preferences).toMatchObject(CHOSEN);
    run.all(elapsed('resync'), loaded(SAVED), elapsed('store'));
    expect(run.state.preferences).toEqual({ ...SAVED, ...CHOSEN });
    expect(run.of('write-copy')).toEqual([{ do: 'write-copy', copy: 'user', change: SAVED }]);
    expect(run.of('remember')).toEqual([{ do: 'remember', language: 'de', theme: 'dark' }]);
    expect(run.of('push')).toEqual([]);
    run.after({ type: 'signed-out', guest: {} });
    expect(run.state.visit).toEqual({});
    expect(run.of('remove-copy')).toContainEqual({ do: 'remove-copy', copy: 'visit' });
  });

  test('sends and keeps a favourite as every device does', () => {
    const run = ready().after(chosen({ favoriteStreamId: 'trance' }));
    expect(run.effects).toEqual([
      { do: 'write-copy', copy: 'user', change: { favoriteStreamId: 'trance' } },
      { do: 'push', change: { favoriteStreamId: 'trance' } },
    ]);
    const early = mobile().after(chosen({ favoriteStreamId: 'trance' }), elapsed('resync'), loaded(SAVED));
    expect(early.of('push')).toEqual([{ do: 'push', change: { favoriteStreamId: 'trance' } }]);
  });

  test('who resets has the defaults for the visit, and loses nothing on the server', () => {
    const run = ready().after({ type: 'reset' });
    expect(run.state.preferences).toEqual({
      ...SAVED,
      volume: DEFAULT_PREFERENCES.volume,
      language: DEFAULT_PREFERENCES.language,
      theme: DEFAULT_PREFERENCES.theme,
    });
    const { volume, language, theme } = DEFAULT_PREFERENCES;
    expect(run.effects).toEqual([
      { do: 'show-theme', theme: 'light' },
      { do: 'write-copy', copy: 'visit', change: { volume, language, theme } },
    ]);
  });

  test('resyncs on login and on sync events', () => {
    const login = start({ isMember: false, isMobile: true }).after(signedIn());
    expect(login.of('wait')).toEqual([{ do: 'wait', wait: 'resync', ms: 500 }]);
    const run = mobile().after(elapsed('resync'), loaded(SAVED), elapsed('store'), { type: 'sync-wanted' });
    expect(run.of('wait')).toEqual([{ do: 'wait', wait: 'resync', ms: 500 }]);
  });

  test('still hands over what its guest chose when the server has nothing', () => {
    const run = start({ isMember: false, isMobile: true }).after(
      signedIn({ guest: { theme: 'dark' } }),
      elapsed('resync'),
      loaded({}),
    );
    expect(run.of('push')[0]?.change).toMatchObject({ theme: 'dark' });
  });

  test('tells the server nothing at login when it has something', () => {
    const run = start({ isMember: false, isMobile: true }).after(
      signedIn(),
      elapsed('resync'),
      loaded(SAVED),
    );
    expect(run.of('push')).toEqual([]);
  });

  test('has its copy back when the server does not answer', () => {
    const run = mobile({ volume: 0.7 }).after(elapsed('resync'), { type: 'load-failed', status: 0 });
    expect(run.of('write-copy')).toMatchObject([{ copy: 'user', change: { volume: 0.7 } }]);
  });
});

describe('a failure of the preferences', () => {
  test('400 is ignored with a warning', () => {
    const refused = { do: 'report', problem: 'preferences-refused', status: 400 };
    expect(synced().after(failed({ theme: 'light' }, 400)).effects).toEqual([refused]);
    expect(start().after({ type: 'load-failed', status: 400 }).effects).toEqual([refused]);
  });

  test('401 clears token and user', () => {
    for (const failure of [{ type: 'load-failed', status: 401 } as const, failed({}, 401)]) {
      const run = start().after(failure);
      expect(run.of('end-session')).toHaveLength(1);
      expect(run.state.phase).toBe('guest');
    }
  });

  test('404 means that local preferences are used, and nothing is sent any more', () => {
    const run = start({ user: { favoriteStreamId: '80s' }, isHomeward: true }).after({
      type: 'load-failed',
      status: 404,
    });
    expect(run.of('report')).toEqual([]);
    expect(run.after(elapsed('redirect')).of('go')).toEqual([{ do: 'go', language: 'fr', streamId: '80s' }]);
    run.after(chosen({ theme: 'dark', volume: 1 }));
    expect(run.of('write-copy')).toEqual([
      { do: 'write-copy', copy: 'user', change: { theme: 'dark', volume: 1 } },
    ]);
    expect(run.of('push')).toEqual([]);
    expect(run.after(elapsed('volume')).of('push')).toEqual([]);
    const pushed = synced().after(failed({}, 404), chosen({ theme: 'light' }));
    expect(pushed.of('push')).toEqual([]);
  });

  test('404 also forgets what was saved before login: no sync will', () => {
    const run = guest().after(signedIn({ returning: { language: 'it' } }), {
      type: 'load-failed',
      status: 404,
    });
    expect(run.of('forget-returning')).toHaveLength(1);
    expect(run.state.returning).toBeNull();
  });

  const LIGHT = { theme: 'light' } as const;
  const failing = (status = 0) => synced().after(chosen(LIGHT), failed(LIGHT, status));

  test.each([0, 408, 429, 500, 503])('%i is logged, and what was chosen is kept and sent again', (status) => {
    const run = failing(status);
    expect(run.effects).toEqual([
      { do: 'report', problem: 'sync-failed', status },
      { do: 'wait', wait: 'resend', ms: RESEND_MS },
    ]);
    expect(run.state).toMatchObject({ phase: 'synced', trouble: 'unsent', unsent: { change: LIGHT } });
    for (const again of [elapsed('resend'), { type: 'woken' } as const]) {
      const later = failing(status).after(again);
      expect(later.effects).toEqual([{ do: 'load' }]);
      expect(later.after(loaded(SAVED)).of('push')).toEqual([{ do: 'push', change: LIGHT }]);
      expect(later.after(pushed(LIGHT)).state).toMatchObject({ trouble: null, unsent: { change: {} } });
    }
  });

  test.each([400, 403, 413, 422])('%i is a refusal: nothing is sent again', (status) => {
    const run = failing(status);
    expect(run.state).toMatchObject({ trouble: 'refused', unsent: { change: {} } });
    expect(run.after({ type: 'woken' }).effects).toEqual([]);
    expect(run.after(chosen({ volume: 1 })).state.trouble).toBeNull();
  });

  test('what is chosen while a push is under way stays unsent when that one is taken', () => {
    const run = synced().after(chosen(LIGHT), chosen({ theme: 'dark', language: 'es' }), pushed(LIGHT));
    expect(run.state.unsent.change).toEqual({ theme: 'dark', language: 'es' });
  });

  test('what could not be sent is sent by the next page, unless another device has chosen since', () => {
    const unsent = { change: { theme: 'light', volume: 1 }, base: { theme: 'dark', volume: 0.2 } } as const;
    const next = (saved: PreferenceChange) => start().after({ type: 'unsent-found', unsent }, loaded(saved));
    expect(start().after({ type: 'unsent-found', unsent }).state.preferences).toMatchObject(unsent.change);
    expect(next(SAVED).of('push')).toEqual([{ do: 'push', change: unsent.change }]);
    const later = next({ ...SAVED, volume: 0.6 });
    expect(later.of('push')).toEqual([{ do: 'push', change: LIGHT }]);
    expect(later.state.preferences.volume).toBe(0.6);
    expect(next({ ...SAVED, ...unsent.change }).of('push')).toEqual([]);
  });

  test('what is chosen on the next page wins over what the one before could not send', () => {
    const unsent = { change: { theme: 'dark' }, base: { theme: 'dark' } } as const;
    const found = { type: 'unsent-found', unsent } as const;
    const elsewhere = loaded({ ...SAVED, theme: 'dark' });
    for (const events of [
      [chosen(LIGHT), found],
      [found, chosen(LIGHT)],
    ]) {
      const run = start({ user: { theme: 'dark' } }).after(...events, elsewhere);
      expect(run.of('push')).toEqual([{ do: 'push', change: LIGHT }]);
    }
  });

  test('what could not be sent is nothing to a guest', () => {
    const unsent = { change: LIGHT, base: {} } as const;
    expect(guest().after({ type: 'unsent-found', unsent }).state.unsent).toEqual(NOTHING_UNSENT);
  });

  test('a reset that fails is told as the defaults', () => {
    const run = synced().after({ type: 'reset' }, failed(DEFAULT_PREFERENCES, 503), { type: 'woken' });
    expect(run.after(loaded(SAVED)).of('push')).toEqual([{ do: 'push', change: DEFAULT_PREFERENCES }]);
  });

  test('a page that is left sends at once what waits, and what failed', () => {
    const moving = synced().after(chosen({ volume: 0.3 }), { type: 'leaving' });
    expect(moving.effects).toEqual([
      { do: 'stop-waiting', wait: 'volume' },
      { do: 'push', change: { volume: 0.3 }, isLast: true },
    ]);
    expect(moving.after({ type: 'leaving' }).effects).toEqual([]);
    expect(failing().after({ type: 'leaving' }).of('push')).toEqual([
      { do: 'push', change: LIGHT, isLast: true },
    ]);
    expect(synced().after(chosen(LIGHT), { type: 'leaving' }).effects).toEqual([]);
  });

  test('a page that is seen again after a minute asks what other devices have chosen', () => {
    expect(synced().of('wait')).toContainEqual({ do: 'wait', wait: 'stale', ms: STALE_MS });
    expect(synced().after({ type: 'woken' }).effects).toEqual([]);
    expect(synced().after(elapsed('stale'), { type: 'woken' }).effects).toEqual([{ do: 'load' }]);
  });

  test('another tab’s unsent choices are sent by whichever wakes first', () => {
    const unsent = { change: LIGHT, base: { theme: 'dark' } } as const;
    const run = synced().after({ type: 'unsent-changed', unsent });
    expect(run.state.unsent).toEqual(unsent);
  });

  test('an answer that comes after logging out changes nothing', () => {
    const run = start().after({ type: 'signed-out', guest: {} });
    expect(run.after({ type: 'load-failed', status: 401 }).effects).toEqual([]);
    expect(run.after(failed({}, 401)).effects).toEqual([]);
    expect(run.after({ type: 'sync-wanted' }).effects).toEqual([]);
  });
});
