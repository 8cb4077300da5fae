import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { savePreferences } from '#src/features/preferences/preferences.feature.ts';
import { startMembers } from '../support/start-members.ts';

const DEFAULTS = {
  volume: 0.5,
  language: 'fr',
  theme: 'light',
  lastStreamId: 'dance',
  favoriteStreamId: 'dance',
};

async function start() {
  const members = await startMembers();
  const { token, user } = await members.join('zoe', { clientPreferences: null });
  return { members, token, user };
}

test('a member who has chosen nothing has the defaults, and the reply says that none is chosen', async () => {
  const { members, token } = await start();
  await using _ = members;
  expect(await members.get('preferences', { token })).toMatchObject({
    status: 200,
    success: true,
    data: { preferences: DEFAULTS, saved: [], chosen_at: {}, overtaken: [] },
  });
});

test('a part is added to what was chosen before, from wherever the member comes next', async () => {
  const { members, token } = await start();
  await using _ = members;
  const first = await members.post(
    'preferences',
    { preferences: { volume: 0.35, theme: 'dark' } },
    { token },
  );
  expect(first.data).toMatchObject({
    preferences: { ...DEFAULTS, volume: 0.35, theme: 'dark' },
    saved: ['volume', 'theme'],
  });
  await members.post(
    'preferences',
    { preferences: { volume: 0, language: 'pl', favoriteStreamId: '80s' } },
    { token },
  );
  expect((await members.get('preferences', { token })).data).toMatchObject({
    preferences: { ...DEFAULTS, volume: 0, theme: 'dark', language: 'pl', favoriteStreamId: '80s' },
    saved: ['volume', 'language', 'theme', 'favoriteStreamId'],
  });
});

test('resetting goes back to the defaults', async () => {
  const { members, token } = await start();
  await using _ = members;
  await members.post('preferences', { preferences: { volume: 1, theme: 'dark' } }, { token });
  const reset = { data: { preferences: DEFAULTS, saved: [] } };
  expect(await members.post('preferences', undefined, { token, query: { _method: 'DELETE' } })).toMatchObject(
    reset,
  );
  expect(await members.get('preferences', { token })).toMatchObject(reset);
});

test('resetting keeps the browser that the member registered with', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  await members.post('preferences', { preferences: { volume: 1 } }, { token });
  expect((await members.remove('preferences', undefined, { token })).status).toBe(200);
  expect((await members.get('export', { token })).data).toMatchObject({
    preferences: { preferences: DEFAULTS, saved: [], device: 'dev_1a2b' },
  });
});

test.each([
  [{ volume: 1.01 }, 422, { 'preferences.volume': 'volume_out_of_range' }],
  [{ volume: -0.05 }, 422, { 'preferences.volume': 'volume_out_of_range' }],
  [{ language: 'xx' }, 422, { 'preferences.language': 'language_unknown' }],
  [{ theme: 'sepia' }, 422, { 'preferences.theme': 'theme_unknown' }],
  [{ lastStreamId: 'polka' }, 422, { 'preferences.lastStreamId': 'stream_unknown' }],
  [{ favoriteStreamId: '' }, 422, { 'preferences.favoriteStreamId': 'stream_unknown' }],
  [{ volume: 'loud' }, 400, undefined],
  [{ volume: null }, 400, undefined],
  [{ language: 7 }, 400, undefined],
  [[], 400, undefined],
  ['x', 400, undefined],
])('%j is refused with %i, and nothing of it is kept', async (preferences, status, fields) => {
  const { members, token } = await start();
  await using _ = members;
  const sent =
    typeof preferences === 'object' && !Array.isArray(preferences)
      ? { theme: 'dark', ...preferences }
      : preferences;
  const reply = await members.post('preferences', { preferences: sent }, { token });
  expect(reply).toMatchObject({ status, ...(fields && { fields }) });
  expect((await members.get('preferences', { token })).data).toMatchObject({ saved: [] });
});

test('a body without preferences is refused, fields of no preference are left out', async () => {
  const { members, token, user } = await start();
  await using _ = members;
  expect(await members.post('preferences', {}, { token })).toMatchObject({
    status: 422,
    fields: { preferences: 'required' },
  });
  const sent = { theme: 'dark', user_id: 'somebody', device: 'dev_x', role: 'admin' };
  const reply = await members.post('preferences', { preferences: sent, user_id: 'somebody' }, { token });
  expect(reply.data).toMatchObject({ preferences: { ...DEFAULTS, theme: 'dark' }, saved: ['theme'] });
  const rows = await members.web.services.db.selectFrom('preferences').selectAll().execute();
  expect(rows).toMatchObject([{ user_id: user.id, device: null }]);
});

test('changes made at the same instant from two devices are both kept', async () => {
  const { members, token } = await start();
  await using _ = members;
  await Promise.all(
    [{ volume: 0.1 }, { theme: 'dark' }, { language: 'nl' }, { favoriteStreamId: '2000' }].map(
      (preferences) => members.post('preferences', { preferences }, { token }),
    ),
  );
  expect((await members.get('preferences', { token })).data?.preferences).toEqual({
    ...DEFAULTS,
    volume: 0.1,
    theme: 'dark',
    language: 'nl',
    favoriteStreamId: '2000',
  });
});

test('a choice of an account that went since its token was checked is refused as a guest’s', async () => {
  const { members } = await start();
  await using _ = members;
  const { db } = members.web.services;
  await expect(savePreferences(db, 'gone', { change: { volume: 0.1 }, nowMs: 0 })).rejects.toMatchObject({
    code: 'authentication_required',
    status: 401,
  });
});

describe('of two choices of one preference', () => {
  const at = (ms: number) => new Date(ms).toISOString();

  test('the newer one wins, whichever arrives first, and the reply names the older one [A133]', async () => {
    const { members, token } = await start();
    await using _ = members;
    const { clock } = members.web;
    const now = await members.post('preferences', { preferences: { volume: 0.8, theme: 'dark' } }, { token });
    const chosenMs = clock.nowMs();
    expect(now.data).toMatchObject({
      chosen_at: { volume: at(chosenMs), theme: at(chosenMs) },
      overtaken: [],
    });
    clock.advance(5 * MINUTE_MS);
    const late = {
      preferences: { volume: 0.2, theme: 'light', language: 'de' },
      chosen: {
        volume: { ms_ago: 4 * MINUTE_MS },
        theme: { ms_ago: 6 * MINUTE_MS },
        language: { ms_ago: 6 * MINUTE_MS },
      },
    };
    const reply = await members.post('preferences', late, { token });
    expect(reply.data).toMatchObject({
      preferences: { volume: 0.2, theme: 'dark', language: 'de' },
      chosen_at: {
        volume: at(chosenMs + MINUTE_MS),
        theme: at(chosenMs),
        language: at(chosenMs - MINUTE_MS),
      },
      overtaken: ['theme'],
    });
    expect((await members.get('preferences', { token })).data).toEqual({ ...reply.data, overtaken: [] });
  });

  test('one of a program that tells no time counts as made when it arrives', async () => {
    const { members, token } = await start();
    await using _ = members;
    await members.post('preferences', { preferences: { volume: 0.8 } }, { token });
    const reply = await members.post('preferences', { preferences: { volume: 0.2 } }, { token });
    expect(reply.data).toMatchObject({ preferences: { volume: 0.2 }, overtaken: [] });
  });

  test('one that was made in knowledge of the other is the newer one, whatever its clock said', async () => {
    const { members, token } = await start();
    await using _ = members;
    const { clock } = members.web;
    await members.post('preferences', { preferences: { theme: 'dark' } }, { token });
    const theme = at(clock.nowMs());
    const choice = (after: string) => ({
      preferences: { theme: 'light' },
      chosen: { theme: { ms_ago: Number.MAX_SAFE_INTEGER, after } },
    });
    const blind = await members.post('preferences', choice(at(0)), { token });
    expect(blind.data).toMatchObject({ preferences: { theme: 'dark' }, overtaken: ['theme'] });
    const knowing = await members.post('preferences', choice(theme), { token });
    expect(knowing.data).toMatchObject({
      preferences: { theme: 'light' },
      chosen_at: { theme },
      overtaken: [],
    });
  });

  test('what goes along without having been chosen is kept without a time, and takes the place of nothing', async () => {
    const { members, token } = await start();
    await using _ = members;
    const along = (theme: string) => ({
      preferences: { theme },
      chosen: { theme: { ms_ago: members.web.clock.nowMs() } },
    });
    expect((await members.post('preferences', along('dark'), { token })).data).toMatchObject({
      preferences: { theme: 'dark' },
      chosen_at: {},
      overtaken: [],
    });
    await members.post('preferences', { preferences: { theme: 'light' } }, { token });
    expect((await members.post('preferences', along('dark'), { token })).data).toMatchObject({
      preferences: { theme: 'light' },
      overtaken: ['theme'],
    });
  });

  test('one dated ahead by a clock that was set back since does not win for ever', async () => {
    const { members, token } = await start();
    await using _ = members;
    const { clock, services } = members.web;
    await members.post('preferences', { preferences: { theme: 'dark' } }, { token });
    const ahead = clock.nowMs() + 365 * 86_400_000;
    await services.db.updateTable('preferences').set({ theme_ms: ahead }).execute();
    const late = { preferences: { theme: 'light' }, chosen: { theme: { ms_ago: MINUTE_MS } } };
    expect((await members.post('preferences', late, { token })).data).toMatchObject({
      preferences: { theme: 'light' },
      chosen_at: { theme: at(clock.nowMs() - MINUTE_MS) },
      overtaken: [],
    });
  });

  test('a reset is a choice of all of them', async () => {
    const { members, token } = await start();
    await using _ = members;
    const { clock } = members.web;
    const reset = await members.remove('preferences', undefined, { token });
    expect(reset.data).toMatchObject({ saved: [], chosen_at: { theme: at(clock.nowMs()) } });
    clock.advance(MINUTE_MS);
    const late = { preferences: { theme: 'dark' }, chosen: { theme: { ms_ago: 2 * MINUTE_MS } } };
    expect((await members.post('preferences', late, { token })).data).toMatchObject({
      preferences: DEFAULTS,
      saved: [],
      overtaken: ['theme'],
    });
  });

  test.each([
    { theme: { ms_ago: -1 } },
    { theme: { ms_ago: '5' } },
    { theme: { ms_ago: 5, after: 'yesterday' } },
    { theme: {} },
  ])('times that are none are refused: %j', async (chosen) => {
    const { members, token } = await start();
    await using _ = members;
    const reply = await members.post('preferences', { preferences: { theme: 'dark' }, chosen }, { token });
    expect([400, 422]).toContain(reply.status);
    expect((await members.get('preferences', { token })).data).toMatchObject({ saved: [] });
  });
});
