import { describe, expect, test } from 'vitest';
import {
  chosen,
  elapsed,
  guest,
  HOME,
  homeward,
  loaded,
  SAVED,
  signedIn,
  start,
  synced,
} from './testing/preference-run.ts';

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
    const run = guest().after(signedIn({ wantsSync: false }), { type: 'sync-wanted' }, loaded(SAVED));
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

  const leadsHome = (run: ReturnType<typeof start>) => run.of('wait').some(({ wait }) => wait === 'redirect');

  test('does not follow a sync that begins when the page of somebody without a username is seen again [A115]', () => {
    const run = guest().after(signedIn({ wantsSync: false }), { type: 'woken' }, loaded(SAVED));
    expect(run.state.phase).toBe('synced');
    expect(leadsHome(run)).toBe(false);
  });

  test('does not follow a choice of somebody without a username, which is sent at once [A55, A115]', () => {
    const choice = chosen({ favoriteStreamId: 'trance' });
    const run = guest()
      .after(signedIn({ wantsSync: false }))
      .all(choice, loaded(SAVED));
    expect(run.of('load')).toHaveLength(1);
    expect(run.of('push')).toMatchObject([{ change: { favoriteStreamId: 'trance' } }]);
    expect(leadsHome(run)).toBe(false);
  });

  test('follows a try of the first seconds, and none that comes once the server was left alone [A115]', () => {
    const lost = { type: 'load-failed', status: 503 } as const;
    const tried = () => guest().after(signedIn(), lost, elapsed('retry'), lost, elapsed('retry'), lost);
    for (const again of [elapsed('retry'), { type: 'woken' } as const]) {
      expect(leadsHome(tried().after(again, loaded(SAVED)))).toBe(true);
      expect(leadsHome(tried().after(elapsed('retry'), lost, again, loaded(SAVED)))).toBe(false);
    }
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
