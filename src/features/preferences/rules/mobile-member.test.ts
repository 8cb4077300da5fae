import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, type PreferenceChange } from '#src/features/preferences/preferences.ts';
import { chosen, elapsed, loaded, RESET, SAVED, signedIn, start } from './testing/preference-run.ts';
import { NOTHING_UNSENT } from './unsent.ts';

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
    const run = ready().after(RESET);
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
