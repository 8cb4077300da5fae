import { describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '#src/features/preferences/preferences.ts';
import { chosen, elapsed, guest, RESET, start } from './testing/preference-run.ts';

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
    const early = { language: 'fr' } as const;
    expect(guest().after(chosen(early)).effects).toEqual([]);
    expect(guest().after(chosen(early, { isShown: true })).effects).toEqual([
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
    const run = guest({ volume: 0.1 }).after(chosen({ theme: 'dark' }), RESET);
    expect(run.state.preferences).toEqual(DEFAULT_PREFERENCES);
    expect(run.effects).toContainEqual({ do: 'remove-copy', copy: 'guest' });
    expect(run.of('delete')).toEqual([]);
  });
});
