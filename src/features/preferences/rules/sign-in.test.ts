import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '#src/features/preferences/preferences.ts';
import { chosen, elapsed, guest, loaded, SAVED, signedIn, start, synced } from './testing/preference-run.ts';

const AT = '2026-11-21T12:00:00.000Z';

describe('on login', () => {
  test('preferences load from the server when there is a username', () => {
    expect(guest().after(signedIn()).effects).toEqual([{ do: 'load' }]);
  });

  test('without a username they wait until one is chosen', () => {
    const run = guest().after(signedIn({ wantsSync: false }));
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

  test('what nothing says is as the guest saw it, where the browser keeps nothing [A116]', () => {
    const german = { isMember: false, shown: { language: 'de', theme: 'dark' } } as const;
    const run = start(german).after(signedIn(), loaded({}));
    expect(run.of('push')).toMatchObject([{ change: { language: 'de', theme: 'dark', volume: 0.5 } }]);
    expect(start(german).after(signedIn(), loaded(SAVED)).state.preferences).toEqual(SAVED);
  });

  test('what the member chose elsewhere wins over what this browser showed before, but for the last stream', () => {
    const returning = { language: 'it', streamId: 'lounge', theme: 'light' } as const;
    const run = guest({ volume: 0.9 }).after(signedIn({ returning, guest: { volume: 0.9 } }), loaded(SAVED));
    expect(run.state.preferences).toEqual({ ...SAVED, lastStreamId: 'lounge' });
    expect(run.of('push')).toEqual([{ do: 'push', change: { ...SAVED, lastStreamId: 'lounge' } }]);
  });

  test('a guest’s choices stay out of an account that has chosen anything, or reset all [A54]', () => {
    const volumeAfter = (...answer: Parameters<typeof loaded>) =>
      guest({ volume: 0.2 }).after(signedIn({ guest: { volume: 0.2 } }), loaded(...answer)).state.preferences
        .volume;
    expect(volumeAfter({ theme: 'light' })).toBe(0.2);
    expect(volumeAfter({ theme: 'light' }, { theme: AT })).toBe(DEFAULT_PREFERENCES.volume);
    expect(volumeAfter({}, { theme: AT, volume: AT })).toBe(DEFAULT_PREFERENCES.volume);
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

  test('a star given before the server has answered is the favourite, also where it is the default', () => {
    const run = guest().after(
      signedIn({ isHomeward: false }),
      chosen({ favoriteStreamId: 'dance' }, { isShown: true }),
      loaded({ ...SAVED, favoriteStreamId: 'hits' }),
    );
    expect(run.state.preferences.favoriteStreamId).toBe('dance');
    expect(run.of('push')).toMatchObject([{ change: { favoriteStreamId: 'dance' } }]);
  });

  test('who signed in to finish an act stays on the page [A105]', () => {
    const run = guest().after(
      signedIn({ isHomeward: false }),
      loaded({ ...SAVED, favoriteStreamId: 'hits' }),
    );
    expect(run.effects).not.toContainEqual(expect.objectContaining({ wait: 'redirect' }));
  });
});
