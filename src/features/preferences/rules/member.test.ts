import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '#src/features/preferences/preferences.ts';
import type { PreferenceEvent } from './preference-events.ts';
import type { PreferenceState } from './preference-state.ts';
import {
  chosen,
  elapsed,
  guest,
  loaded,
  pushed,
  RESET,
  SAVED,
  signedIn,
  start,
  synced,
} from './testing/preference-run.ts';
import { NOTHING_UNSENT } from './unsent.ts';

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
    const run = start().after(chosen({ language: 'fr' }, { isShown: true }), loaded(SAVED));
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
    expect(run.effects.filter((effect) => effect.do !== 'wait')).toEqual([
      { do: 'show-theme', theme: 'dark' },
    ]);
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
    const dark = { change: { theme: 'dark' }, at: { theme: 1 }, after: {} } as const;
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
      const light = { change: { theme: 'light' }, at: { theme: 2 }, after: {} } as const;
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

    test('keeps what another tab is still sending, and leaves it to the server which is newer [A133]', () => {
      const polish = { change: { language: 'pl' }, at: { language: 1 }, after: {} } as const;
      const run = start({ user: SAVED }).all(
        { type: 'copy-changed', copy: { language: 'es' } },
        { type: 'copy-changed', copy: { language: 'pl' } },
        unsent(polish),
        loaded(SAVED),
      );
      expect(run.state).toMatchObject({ phase: 'synced', preferences: { language: 'pl' }, unsent: polish });
      expect(run.of('push')).toEqual([{ do: 'push', change: { language: 'pl' } }]);
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
    const run = synced().after(RESET);
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
      RESET,
      { type: 'sync-wanted' },
      loaded({}),
    );
    expect(reset.state).toMatchObject({ preferences: DEFAULT_PREFERENCES, guest: {} });
  });

  test('who resets while the server is being asked keeps the defaults, whatever it answers', () => {
    const returning = { language: 'it', streamId: 'lounge', theme: 'dark' } as const;
    const run = guest().all(signedIn({ returning }), RESET, loaded(SAVED), elapsed('redirect'));
    expect(run.state).toMatchObject({ phase: 'synced', preferences: DEFAULT_PREFERENCES });
    expect(run.of('delete')).toHaveLength(1);
    expect(run.of('forget-returning')).toHaveLength(1);
    expect(run.of('write-copy')).toEqual([{ do: 'write-copy', copy: 'user', change: DEFAULT_PREFERENCES }]);
    expect(run.of('push')).toEqual([]);
    const away = start().after({ type: 'load-failed', status: 503 }, RESET, elapsed('retry'));
    expect(away.of('load')).toEqual([]);
  });

  test('who logs out is a guest with the guest’s own preferences, and every wait ends', () => {
    const run = synced().after(chosen({ volume: 0.9 }), { type: 'signed-out', guest: { volume: 0.4 } });
    expect(run.state).toMatchObject({
      phase: 'guest',
      preferences: { volume: 0.4, language: 'de', theme: 'dark' },
    });
    expect(run.of('stop-waiting')).toEqual([{ do: 'stop-waiting' }]);
    expect(run.after(elapsed('volume')).effects).toEqual([]);
    expect(run.after(loaded(SAVED)).effects).toEqual([]);
  });

  test('who logs out goes on hearing as loud as before', () => {
    const run = synced().after(chosen({ volume: 0.1 }), { type: 'signed-out', guest: {} });
    expect(run.state.preferences.volume).toBe(0.1);
  });
});
