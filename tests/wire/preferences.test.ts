import { expect, test } from 'vitest';
import { savePreferences } from '#src/features/preferences/member/preferences-endpoint.server.ts';
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
    data: { preferences: DEFAULTS, saved: [] },
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
  expect(first.data).toEqual({
    preferences: { ...DEFAULTS, volume: 0.35, theme: 'dark' },
    saved: ['volume', 'theme'],
  });
  await members.post(
    'preferences',
    { preferences: { volume: 0, language: 'pl', favoriteStreamId: '80s' } },
    { token },
  );
  expect((await members.get('preferences', { token })).data).toEqual({
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
  expect(reply.data).toEqual({ preferences: { ...DEFAULTS, theme: 'dark' }, saved: ['theme'] });
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
  await expect(savePreferences(db, 'gone', { volume: 0.1 })).rejects.toMatchObject({
    code: 'authentication_required',
    status: 401,
  });
});
