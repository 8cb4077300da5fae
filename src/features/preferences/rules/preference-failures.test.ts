import { describe, expect, test } from 'vitest';
import { PREFERENCES_STALE_MS } from '#src/contract/limits.ts';
import { DEFAULT_PREFERENCES, type PreferenceChange } from '#src/features/preferences/preferences.ts';
import { saveStateOf } from './save-state.ts';
import { RESEND_MS } from './sent-changes.ts';
import {
  chosen,
  elapsed,
  failed,
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

  test('404 after a sign-in makes what the guest had chosen the member’s in this browser', () => {
    const guests = { volume: 0.8 };
    const returning = { language: 'it', streamId: 'club' } as const;
    const run = guest(guests).after(signedIn({ returning, guest: guests }), {
      type: 'load-failed',
      status: 404,
    });
    expect(run.of('write-copy')).toEqual([
      {
        do: 'write-copy',
        copy: 'user',
        change: {
          volume: 0.8,
          language: 'it',
          theme: 'light',
          lastStreamId: 'club',
          favoriteStreamId: 'club',
        },
      },
    ]);
    expect(run.of('push')).toEqual([]);
    expect(run.state.preferences).toMatchObject({ volume: 0.8, language: 'it' });
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

  test('what is chosen again is unsent when the last of several calls fails, though the first was taken', () => {
    const dark = { theme: 'dark' } as const;
    const run = synced().after(chosen(LIGHT), chosen(dark), chosen(LIGHT), pushed(LIGHT), pushed(dark));
    run.after(failed(LIGHT, 500));
    expect(saveStateOf(run.state)).toBe('unsent');
    run.after(elapsed('resend'), loaded({ ...SAVED, ...dark }));
    expect(run.of('push').at(-1)).toEqual({ do: 'push', change: LIGHT });
    // What is in force no longer is not sent again.
    const other = synced().after(chosen(LIGHT), chosen(dark), failed(LIGHT, 500), pushed(dark));
    expect(other.state).toMatchObject({ trouble: null, unsent: { change: {} } });
  });

  test('a choice that was refused is called saved by no answer to another question', () => {
    const refused = synced().after(chosen(LIGHT), failed(LIGHT, 422), elapsed('stale'));
    for (const answer of [loaded(SAVED), { type: 'load-failed', status: 500 } as const]) {
      const run = synced().after(
        chosen(LIGHT),
        failed(LIGHT, 422),
        elapsed('stale'),
        { type: 'woken' },
        answer,
      );
      expect(saveStateOf(run.state)).toBe('refused');
    }
    refused.after(RESET, pushed(DEFAULT_PREFERENCES));
    expect(saveStateOf(refused.state)).toBe('saved');
  });

  test('what could not be sent is sent again though another choice has been refused since', () => {
    const run = failing().after(
      chosen({ language: 'es' }),
      failed({ language: 'es' }, 422),
      elapsed('resend'),
    );
    expect(run.of('load').length).toBeGreaterThan(0);
    expect(run.after(loaded(SAVED)).of('push').at(-1)).toEqual({ do: 'push', change: LIGHT });
  });

  describe('what could not be sent', () => {
    const times = { at: { theme: 7, volume: 7 }, after: { theme: '2026-11-28T02:00:00.000Z' } } as const;
    const unsent = { change: { theme: 'light', volume: 1 }, ...times } as const;
    const next = (saved: PreferenceChange) => start().after({ type: 'unsent-found', unsent }, loaded(saved));

    test('is sent by the next page with its times: whatever the answer says, the server knows which is newer', () => {
      expect(start().after({ type: 'unsent-found', unsent }).state.preferences).toMatchObject(unsent.change);
      for (const saved of [SAVED, { ...SAVED, volume: 0.6 }, { ...SAVED, ...unsent.change }]) {
        const run = next(saved);
        expect(run.of('push')).toEqual([{ do: 'push', change: unsent.change }]);
        expect(run.state).toMatchObject({ preferences: unsent.change, unsent });
      }
    });

    test('gives way to what another device has chosen since, which is not called saved [A133]', () => {
      const run = next({ ...SAVED, theme: 'dark', language: 'de' }).after(
        pushed(unsent.change, { newer: { theme: 'dark' }, chosenAt: { theme: '2026-11-28T03:00:00.000Z' } }),
      );
      expect(run.state).toMatchObject({ preferences: { theme: 'dark', volume: 1 }, unsent: { change: {} } });
      expect(run.effects).toEqual([
        { do: 'show-theme', theme: 'dark' },
        { do: 'write-copy', copy: 'user', change: { theme: 'dark' } },
        { do: 'remember', theme: 'dark' },
      ]);
      expect(saveStateOf(run.state)).toBe('overtaken');
      run.after(chosen({ theme: 'light' }), pushed({ theme: 'light' }));
      expect(saveStateOf(run.state)).toBe('saved');
    });

    test('gives way to nothing that is chosen here meanwhile', () => {
      const run = next({ ...SAVED, volume: 0.6 }).after(
        chosen({ volume: 0.9 }),
        pushed(unsent.change, { newer: { volume: 0.6 } }),
      );
      expect(run.state).toMatchObject({ preferences: { volume: 0.9 }, unsent: { change: { volume: 0.9 } } });
      expect(run.effects).toEqual([]);
    });
  });

  test('a choice is sent after the one that this page has sent before, however long that one took [A133]', () => {
    const first = { theme: '2026-11-28T02:00:00.000Z' };
    const run = synced().all(chosen(LIGHT, { atMs: 1 }), chosen({ theme: 'dark' }, { atMs: 2 }));
    run.after(pushed(LIGHT, { chosenAt: first }));
    expect(run.state.unsent).toEqual({ change: { theme: 'dark' }, at: { theme: 2 }, after: first });
  });

  test('a choice that waited for a call without an answer is as young as the end of that call, which may have arrived', () => {
    const run = synced().all(chosen(LIGHT, { atMs: 1 }), chosen({ theme: 'dark' }, { atMs: 2 }));
    run.after(failed(LIGHT, 0, 9_000));
    expect(run.state.unsent).toMatchObject({ change: { theme: 'dark' }, at: { theme: 9_000 } });
    // What is to be sent again is as old as it is.
    const same = synced().all(chosen(LIGHT, { atMs: 1 }), failed(LIGHT, 0, 9_000));
    expect(same.state.unsent).toMatchObject({ change: LIGHT, at: { theme: 1 } });
  });

  test('a sign-in sends along what nobody has chosen, in the place of what it has read and of nothing newer', () => {
    const read = { theme: '2026-11-28T02:00:00.000Z' };
    const run = guest().after(signedIn(), loaded(SAVED, read));
    expect(run.state.unsent).toEqual({ change: SAVED, at: {}, after: read });
  });

  test('what is chosen on the next page wins over what the one before could not send', () => {
    const unsent = { change: { theme: 'dark' }, at: {}, after: {} } as const;
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

  test('what could not be sent is sent, too, by a page that comes back for its member, and asks nothing [A55, A117]', () => {
    const unsent = { change: LIGHT, at: {}, after: {} } as const;
    const back = () => guest().after(signedIn({ isHere: false }), { type: 'unsent-found', unsent });
    expect(saveStateOf(back().state)).toBe('unsent');
    expect(back().after({ type: 'leaving' }).of('push')).toMatchObject([{ change: LIGHT, isLast: true }]);
    const { effects } = back();
    expect(effects).toEqual([{ do: 'wait', wait: 'resend', ms: RESEND_MS }]);
    const sent = back().after(elapsed('resend'), loaded(SAVED));
    expect(sent.of('push')).toEqual([{ do: 'push', change: LIGHT }]);
    // The tab of the sign-in was faster.
    const told = back().after({ type: 'unsent-changed', unsent: NOTHING_UNSENT });
    expect(saveStateOf(told.state)).toBe('saved');
    expect(told.after(elapsed('resend')).effects).toEqual([]);
  });

  test('what could not be sent is nothing to a guest', () => {
    const unsent = { change: LIGHT, at: {}, after: {} } as const;
    expect(guest().after({ type: 'unsent-found', unsent }).state.unsent).toEqual(NOTHING_UNSENT);
  });

  test('a reset that fails is told as the defaults', () => {
    const run = synced().after(RESET, failed(DEFAULT_PREFERENCES, 503), { type: 'woken' });
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
    expect(synced().of('wait')).toContainEqual({ do: 'wait', wait: 'stale', ms: PREFERENCES_STALE_MS });
    expect(synced().after({ type: 'woken' }).effects).toEqual([]);
    expect(synced().after(elapsed('stale'), { type: 'woken' }).effects).toEqual([{ do: 'load' }]);
  });

  test('so does one that took over the sign-in of another tab, which may be closed by then [A88]', () => {
    const run = guest().after(signedIn({ isHere: false }));
    expect(run.of('wait')).toEqual([{ do: 'wait', wait: 'stale', ms: PREFERENCES_STALE_MS }]);
    expect(run.after({ type: 'woken' }).effects).toEqual([]);
    expect(run.after(elapsed('stale'), { type: 'woken' }).effects).toEqual([{ do: 'load' }]);
    expect(run.after(loaded(SAVED)).state).toMatchObject({ phase: 'synced', preferences: SAVED });
    expect(run.of('push')).toEqual([]);
    expect(run.of('wait').map(({ wait }) => wait)).toEqual(['stale']);
    // The first sync of somebody without a username hands over what the guest chose: it is the other tab's.
    expect(
      guest()
        .after(signedIn({ isHere: false, wantsSync: false }))
        .of('wait'),
    ).toEqual([]);
  });

  test('another tab’s unsent choices are sent by whichever wakes first', () => {
    const unsent = { change: LIGHT, at: {}, after: {} } as const;
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
