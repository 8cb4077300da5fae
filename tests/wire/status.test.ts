import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { statusFeature } from '#src/features/status/status.feature.ts';
import { statusSchema } from '#src/features/status/status.wire.ts';
import { writtenMoment } from '#src/i18n/formats/written-date.ts';
import type { Finding, Problem } from '#src/robots/finding.wire.ts';
import { startMembers, type TestMembers } from '../support/start-members.ts';

/** A minute passes, in which a robot finds this. */
async function find({ web }: TestMembers, problems: Problem[], of: Partial<Finding> = {}) {
  web.clock.advance(MINUTE_MS);
  const detail = problems.map((problem) => `found ${problem}`).join('; ');
  await web.features.status.reports.take(foundNow(web, { problems, detail, ...of }));
}

/** What a robot finds at this moment, for the rest with nothing wrong. */
function foundNow({ clock }: TestMembers['web'], of: Partial<Finding> = {}): Finding {
  return {
    streamId: 'dance',
    robot: 'browser',
    atMs: clock.nowMs(),
    problems: [],
    detail: '',
    firstByteMs: 12,
    gapMs: 0,
    levelDb: -16,
    titleErrorMs: null,
    ...of,
  };
}

async function statusOf({ web }: TestMembers) {
  const { status, headers, body } = await web.call('status');
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=20']);
  const { data } = body as { data: unknown };
  const told = statusSchema.parse(data);
  return { ...told, dance: told.streams.find(({ id }) => id === 'dance') };
}

test('[W167] before the robots have listened nothing is known, and a stream is as they found it last', async () => {
  await using members = await startMembers();
  const before = await statusOf(members);
  expect(before).toMatchObject({ checked_at: null, watched: false });
  expect(before.streams.map(({ id, state }) => `${id} ${state}`)).toEqual(
    STREAM_IDS.map((id) => `${id} unknown`),
  );
  expect([before.dance?.hours.length, before.dance?.days.length]).toEqual([24, 90]);

  await find(members, []);
  const well = await statusOf(members);
  expect(well).toMatchObject({
    watched: true,
    checked_at: new Date(members.web.clock.nowMs()).toISOString(),
  });
  expect(well.dance).toMatchObject({ state: 'well', troubles: [] });
  expect([well.dance?.hours.at(-1), well.dance?.days.at(-1)]).toEqual(['well', 'well']);
  expect(well.streams.find(({ id }) => id === 'club')?.state).toBe('unknown');

  const since = new Date(members.web.clock.nowMs() + MINUTE_MS).toISOString();
  await find(members, ['gap']);
  expect((await statusOf(members)).dance).toMatchObject({ state: 'well', troubles: [] });
  await find(members, ['gap', 'cover_missing']);
  const bad = (await statusOf(members)).dance;
  expect(bad).toMatchObject({ state: 'troubled', troubles: [{ problem: 'gap', robot: 'browser', since }] });
  expect([bad?.hours.at(-1), bad?.hours.at(-2)]).toEqual(['partly', 'unknown']);

  await find(members, ['title_wrong'], { streamId: 'hits', robot: 'sonos' });
  await find(members, ['title_wrong'], { streamId: 'hits', robot: 'sonos' });
  const hits = (await statusOf(members)).streams.find(({ id }) => id === 'hits');
  expect(hits).toMatchObject({ state: 'minor', troubles: [{ problem: 'title_wrong', robot: 'sonos' }] });
  expect(hits?.hours.at(-1)).toBe('well');

  members.web.clock.advance(10 * MINUTE_MS);
  expect(await statusOf(members)).toMatchObject({ watched: false, dance: { state: 'unknown' } });
});

test('[R181, R182] a stream that plays the bed in place of its music is in trouble, and somebody is mailed', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  await find(members, ['no_music', 'cover_missing']);
  await find(members, ['no_music', 'cover_missing']);
  expect((await statusOf(members)).dance).toMatchObject({
    state: 'troubled',
    troubles: [{ problem: 'no_music', robot: 'browser' }],
  });
  const mail = await members.sink?.received(1);
  for (const words of ['ne passe plus de musique', 'plays no music']) expect(mail?.text).toContain(words);
});

test('[R183] what robots found by a clock that ran ahead is no sign that they listen now', async () => {
  await using members = await startMembers();
  const { clock } = members.web;
  const nowMs = clock.nowMs();
  await find(members, [], { robot: 'sonos', atMs: nowMs + HOUR_MS });
  expect(await statusOf(members)).toMatchObject({
    checked_at: null,
    watched: false,
    dance: { state: 'unknown' },
  });
  await find(members, []);
  expect(await statusOf(members)).toMatchObject({
    checked_at: new Date(clock.nowMs()).toISOString(),
    watched: true,
  });
});

test('[R182] what is wrong twice is mailed once, and once when it is over; chance is not', async () => {
  await using members = await startMembers({
    mail: true,
    logLevel: 'info',
    station: { name: 'Plage', association: { name: 'Plage', email: 'contact@example.org' } },
    environment: { ALERT_EMAIL: 'ops@example.org', ORIGIN: 'https://radio.example.org' },
  });
  const { sink, web } = members;
  await find(members, ['silent']);
  await find(members, []);
  await find(members, ['silent']);
  await find(members, ['silent']);
  const begun = await sink?.received(1);
  expect(begun?.to).toEqual(['ops@example.org']);
  expect(begun?.headers.get('subject')).toMatch(/^Plage.*quelque chose ne va pas à l’antenne/);
  for (const words of [
    'dans les navigateurs',
    'in browsers',
    'is silent',
    'found silent',
    'npx onde watch',
    '/status',
  ])
    expect(begun?.text).toContain(words);

  for (let minute = 0; minute < 30; minute += 1) await find(members, ['silent']);
  await find(members, []);
  await find(members, []);
  const over = await sink?.received(2);
  expect(over?.headers.get('subject')).toMatch(/tout est rentré dans l’ordre/);
  expect(over?.text).toContain('that is over');
  for (let minute = 0; minute < 30; minute += 1) await find(members, []);
  expect(sink?.mails.length).toBe(2);
  const told = web.errors.map((line): { level: number; msg: string } => JSON.parse(line));
  expect(told.filter(({ msg }) => msg.includes('what listeners suffer from'))).toHaveLength(1);
  expect(told.filter(({ msg }) => msg.includes('as it should be again'))).toHaveLength(1);
});

test('[R182] a stream without covers that falls silent is told of as silent, by /status, mail and log', async () => {
  await using members = await startMembers({
    mail: true,
    logLevel: 'info',
    environment: { ALERT_EMAIL: 'ops@example.org' },
  });
  for (let minute = 0; minute < 15; minute += 1) await find(members, ['cover_missing']);
  await members.sink?.received(1);
  expect(await statusOf(members)).toMatchObject({ dance: { state: 'minor' } });
  await find(members, ['silent', 'cover_missing']);
  await find(members, ['silent', 'cover_missing']);
  const worse = await members.sink?.received(2);
  expect(worse?.text).toContain('is silent in browsers');
  expect(await statusOf(members)).toMatchObject({
    dance: { state: 'troubled', troubles: [{ problem: 'silent' }] },
  });
  const told = members.web.errors.map((line): { msg: string } => JSON.parse(line));
  expect(told.filter(({ msg }) => msg.includes('what listeners suffer from'))).toHaveLength(2);
  expect(told.filter(({ msg }) => msg.includes('as it should be again'))).toEqual([]);
});

test('[R182] what lasts when there is somebody to tell at last is told then, and no more what is over', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  const { web, sink } = members;
  const settings = { ...web.services.settings, alertEmail: '' };
  const { reports } = statusFeature({ ...web.services, settings });
  const hear = async (problems: Problem[], streamId: Finding['streamId']) => {
    for (let time = 0; time < 2; time += 1) {
      web.clock.advance(MINUTE_MS);
      await reports.take(foundNow(web, { problems, streamId }));
    }
  };
  await hear(['refused'], 'club');
  await hear([], 'club');
  await hear(['gap'], 'dance');
  settings.alertEmail = 'ops@example.org';
  for (let minute = 0; minute < 10; minute += 1) await hear(['gap'], 'dance');
  const mail = await sink?.received(1);
  expect(mail?.text).toContain('has gaps in browsers');
  expect(mail?.text).not.toContain('refuses listeners');
  await hear(['gap'], 'dance');
  expect(sink?.mails).toHaveLength(1);
});

test('[R182] what follows soon waits and comes in one mail, the end of all at once', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  const both = async (problems: Problem[]) => {
    await find(members, problems);
    await find(members, problems, { robot: 'vlc' });
  };
  await both(['gap']);
  await both(['gap']);
  await members.sink?.received(1);
  await find(members, ['refused'], { streamId: 'club' });
  await find(members, ['refused'], { streamId: 'club' });
  for (let minute = 0; minute < 10; minute += 1) await find(members, ['refused'], { streamId: 'club' });
  const more = await members.sink?.received(2);
  expect(more?.text).toContain('refuses listeners in browsers');
  expect(more?.text).toContain('has gaps in VLC');
  await find(members, [], { streamId: 'club' });
  await find(members, [], { streamId: 'club' });
  await both([]);
  await both([]);
  const over = await members.sink?.received(3);
  expect(over?.text).toContain('has gaps in browsers');
});

test('[R182] while a trouble lasts no mail says that all is well, and the ends of others come together', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  const streams = ['dance', 'club', 'hits'] as const;
  const twice = async (problems: Problem[], streamId: (typeof streams)[number]) => {
    await find(members, problems, { streamId });
    await find(members, problems, { streamId });
  };
  for (let time = 0; time < 6; time += 1) for (const streamId of streams) await twice(['refused'], streamId);
  await members.sink?.received(2);
  await twice([], 'dance');
  const some = await members.sink?.received(3);
  expect(some?.headers.get('subject')).toMatch(/une partie est rétablie, le reste dure/);
  expect(some?.text).toContain('npx onde watch');
  await twice([], 'hits');
  expect(members.sink?.mails.length).toBe(3);
  await twice([], 'club');
  const over = await members.sink?.received(4);
  expect(over?.headers.get('subject')).toMatch(/tout est rentré dans l’ordre/);
  expect(over?.text).toContain('Onde Hits');
});

test('[R183] robots that do not listen are told of, and so is a hole before a start, once it is over', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  const { web, sink } = members;
  await find(members, []);
  web.clock.advance(MINUTE_MS);
  await web.features.status.reports.failed(new Error('the decoder is gone'));
  web.clock.advance(5 * MINUTE_MS);
  for (let minute = 0; minute < 3; minute += 1)
    await web.features.status.reports.failed(new Error('the decoder is gone'));
  const down = await sink?.received(1);
  expect(down?.text).toContain('No robot listened');
  expect(down?.text).toContain('the decoder is gone');
  await find(members, []);
  expect((await sink?.received(2))?.text).toContain('No robot listened, from');

  // Another process, after the radio was off.
  web.clock.advance(3 * HOUR_MS);
  const { reports } = statusFeature(web.services);
  await reports.take(foundNow(web));
  expect((await sink?.received(3))?.text).toContain('No robot listened, from');
});

test('[R183] robots that could not write down what they heard are told of once they can', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  const { web, sink } = members;
  let isAway = false;
  const db = web.services.db.withPlugin({
    transformQuery({ node }) {
      if (isAway) throw new Error('the database cannot answer');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { reports } = statusFeature({ ...web.services, db });
  const listen = async () => {
    web.clock.advance(MINUTE_MS);
    await reports.take(foundNow(web)).catch((error: unknown) => reports.failed(error));
  };
  await listen();
  isAway = true;
  for (let minute = 0; minute < 20; minute += 1) await listen();
  isAway = false;
  await listen();
  const told = await sink?.received(1);
  expect(told?.text).toContain('No robot listened, from');
  await listen();
  expect(sink?.mails).toHaveLength(1);
});

test('[R182] a trouble that could not be written down is told of once it can', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  const { web, sink } = members;
  let failures = 0;
  const db = web.services.db.withPlugin({
    transformQuery({ node }) {
      const isTrouble = node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"troubles"');
      if (isTrouble && failures-- > 0) throw new Error('the database cannot answer');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { reports } = statusFeature({ ...web.services, db });
  const hear = async (problems: Problem[], minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      web.clock.advance(MINUTE_MS);
      await reports.take(foundNow(web, { problems })).catch((error: unknown) => reports.failed(error));
    }
  };
  await hear(['cover_missing'], 15);
  await sink?.received(1);
  failures = 1;
  await hear(['silent'], 4);
  expect(failures).toBeLessThan(1);
  const mail = await sink?.received(2);
  expect(mail?.text).toContain('is silent in browsers');
  expect(mail?.headers.get('subject')).not.toMatch(/tout est rentré dans l’ordre/);
});

test('[R183] robots that do not listen are told of by a clock that is set back meanwhile, too', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  const { web, sink } = members;
  await find(members, []);
  web.clock.setWallClock(web.clock.nowMs() - HOUR_MS);
  for (let minute = 0; minute < 6; minute += 1) {
    web.clock.advance(MINUTE_MS);
    await web.features.status.reports.failed(new Error('the decoder is gone'));
  }
  expect((await sink?.received(1))?.text).toContain('No robot listened');
});

test('[R182, R184] a trouble that a clock ahead has dated lasts since now, and for no time once it is over', async () => {
  await using members = await startMembers({
    mail: true,
    logLevel: 'info',
    environment: { ALERT_EMAIL: 'ops@example.org' },
  });
  const { web, sink } = members;
  await find(members, ['gap']);
  await find(members, ['gap']);
  await sink?.received(1);
  web.clock.setWallClock(web.clock.nowMs() - 3 * HOUR_MS);
  const { now, dance } = await statusOf(members);
  expect(dance?.troubles).toEqual([{ problem: 'gap', robot: 'browser', since: now }]);
  await find(members, []);
  const over = new Date(web.clock.nowMs());
  await find(members, []);
  const mail = await sink?.received(2);
  const at = writtenMoment(over.getTime(), 'en', web.services.station().timezone);
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`from ${at} to ${at}`);
  const told = web.errors.map((line): { msg: string; minutes?: number } => JSON.parse(line));
  expect(told.find(({ msg }) => msg.includes('as it should be again'))?.minutes).toBe(0);
});

test('[R182] a trouble that was open at a restart is neither told again nor forgotten', async () => {
  await using members = await startMembers({ mail: true, environment: { ALERT_EMAIL: 'ops@example.org' } });
  await find(members, ['gap']);
  await find(members, ['gap']);
  await members.sink?.received(1);
  const again = statusFeature(members.web.services).reports;
  const finding = (problems: Problem[]): Finding => ({
    streamId: 'dance',
    robot: 'browser',
    atMs: members.web.clock.nowMs(),
    problems,
    detail: '',
    firstByteMs: 1,
    gapMs: 0,
    levelDb: -16,
    titleErrorMs: null,
  });
  for (const problems of [['gap'], ['gap'], [], []] as Problem[][]) {
    members.web.clock.advance(MINUTE_MS);
    await again.take(finding(problems));
  }
  const over = await members.sink?.received(2);
  expect(over?.headers.get('subject')).toMatch(/rentré dans l’ordre/);
  expect((await statusOf(members)).dance).toMatchObject({ state: 'well', troubles: [] });
});

test('what is past its time is swept', async () => {
  await using members = await startMembers();
  const { web } = members;
  await find(members, ['gap']);
  await find(members, ['gap']);
  await find(members, []);
  await find(members, []);
  const { sweepRobotRecords } = await import('#src/features/status/robot-records.server.ts');
  const count = async () =>
    Promise.all(
      (['robot_hours', 'robot_days', 'troubles'] as const).map(
        async (table) => (await web.services.db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  await sweepRobotRecords(web.services.db, web.clock.nowMs());
  expect(await count()).toEqual([1, 1, 1]);
  await sweepRobotRecords(web.services.db, web.clock.nowMs() + 100 * 24 * HOUR_MS);
  expect(await count()).toEqual([0, 0, 0]);
});

test('[W195] Icecast is told of whatever the database’s clock says: broadcast dates what it knows by its machine’s', async () => {
  await using members = await startMembers();
  const mounts = { '/dance.mp3': { ms: null, isOnAir: true, listeners: 4 } };
  const { toldIcecast } = members.web.data.folder;
  await mkdir(dirname(toldIcecast), { recursive: true });
  await writeFile(toldIcecast, JSON.stringify({ writtenMs: Date.now(), mounts }));
  members.web.clock.advance(HOUR_MS);
  expect((await statusOf(members)).icecast).toEqual({ on_air: 1, mounts: 1, listeners: 4 });
});
