import { expect, test } from 'vitest';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import type { LastBackup } from '#src/platform/last-backup/last-backup.ts';
import { Exposition, type MeasuredMount } from './exposition.ts';

test('[W166, W175] what is counted elsewhere is read at each scrape, a figure that went is gone', async () => {
  const place = { streamId: 'dance', variant: 'guest', transport: 'hls' } as const;
  const heard = { type: 'robot-heard', streamId: 'club', robot: 'vlc', atMs: 1_800_000_000_400 } as const;
  let [listeners, robots] = [3, [{ ...heard, isWell: false, firstByteMs: 120 }]];
  let backup: LastBackup | null = null;
  let hasSaid = false;
  const mounts = STREAM_IDS.map(
    (streamId): MeasuredMount => ({
      streamId,
      heardMs: () => [{ ...place, streamId, ms: 2_500 }],
      sentBytes: 40_000,
      evicted: 2,
      playout: { underruns: { disk: 1, bed: 0 }, isOnBed: streamId === 'hits' },
    }),
  );
  const exposition = new Exposition({
    clock: new ManualClock(),
    group: null,
    connections: () => 9,
    music: {
      figures: {
        present: () => (listeners > 0 ? [{ ...place, listeners }] : []),
        joins: () => [{ ...place, joins: 7 }],
      },
      mounts: () => mounts,
      isSounding: ({ streamId }) => streamId !== '90s',
      lacksMusic: ({ playout }) => playout.isOnBed,
      robots: () => 1,
      refused: () => ({ stream_full: 4, address_full: 0, no_room: 2 }),
      subscribers: () => 5,
      isWebReady: () => true,
      queries: () => (hasSaid ? { count: 40, tookMs: 1_250, slow: 2 } : null),
      robotsHeard: () => robots,
      atIcecast: () => [
        { streamId: 'dance', variant: 'guest', isOnAir: true, listeners: 12 },
        { streamId: 'dance', variant: 'member', isOnAir: false, listeners: null },
      ],
      lastBackup: async () => backup,
    },
  });
  const lines = async () => (await exposition.text()).split('\n');
  const before = await lines();
  for (const line of [
    'onde_listeners{stream="dance",variant="guest",transport="hls"} 3',
    'onde_broadcast_on_air 1',
    'onde_icecast_mount_on_air{stream="dance",variant="member"} 0',
    'onde_icecast_listeners{stream="dance",variant="guest"} 12',
    'onde_listeners{stream="hits",variant="member",transport="progressive"} 0',
    'onde_listener_joins_total{stream="dance",variant="guest",transport="hls"} 7',
    'onde_listener_joins_total{stream="hits",variant="member",transport="progressive"} 0',
    'onde_heard_seconds_total{stream="hits",variant="member",transport="hls"} 0',
    'onde_heard_seconds_total{stream="2000",variant="guest",transport="hls"} 2.5',
    'onde_listeners_evicted_total{stream="dance"} 2',
    'onde_listeners_refused_total{reason="stream_full"} 4',
    'onde_listeners_refused_total{reason="no_room"} 2',
    'onde_underruns_total{stream="club",cause="disk"} 1',
    'onde_stream_on_air{stream="90s"} 0',
    'onde_stream_on_bed{stream="90s"} 0',
    'onde_stream_on_bed{stream="hits"} 1',
    'onde_robot_well{stream="club",robot="vlc"} 0',
    'onde_robot_first_byte_seconds{stream="club",robot="vlc"} 0.12',
    'onde_robot_heard_timestamp_seconds 1800000000',
  ])
    expect(before).toContain(line);
  expect(before.filter((line) => line.startsWith('onde_backup_'))).toEqual([]);
  expect(before).toContain('onde_database_queries_total 0');
  [listeners, robots, hasSaid] = [0, [], true];
  backup = { triedMs: null, proved: null, failing: null, byHandMs: 1_800_000_000_000 };
  // A backup by hand is none of the nights that an alert waits for.
  expect((await lines()).filter((line) => line.startsWith('onde_backup_'))).toEqual([]);
  backup = {
    triedMs: 1_800_000_100_000,
    proved: { atMs: 1_800_000_000_000, name: 'a', bytes: 5_000, seconds: 12.5, rows: 7 },
    failing: { sinceMs: 1_800_000_100_000, reason: 'the disk is full' },
  };
  const after = await lines();
  for (const [name, value] of Object.entries({ queries: 40, query_seconds: 1.25, slow_queries: 2 }))
    expect(after).toContain(`onde_database_${name}_total ${value}`);
  expect(after.filter((line) => line.includes('transport="hls"} 3'))).toEqual([]);
  expect(after).toContain('onde_robot_heard_timestamp_seconds 0');
  for (const [name, value] of Object.entries({
    well: 0,
    proved_timestamp_seconds: 1_800_000_000,
    bytes: 5_000,
    seconds: 12.5,
  }))
    expect(after).toContain(`onde_backup_${name}{schedule="nightly"} ${value}`);
  expect(after).toContain('onde_listener_joins_total{stream="dance",variant="guest",transport="hls"} 7');
});

test('[W210] a machine that stands by says so, and no more than what its process is', async () => {
  const exposition = new Exposition({
    clock: new ManualClock(),
    group: 'radio',
    connections: () => 2,
    music: null,
  });
  const lines = (await exposition.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toContain('onde_broadcast_on_air{group="radio"} 0');
  expect(lines).toContain('onde_connections 2');
  expect(lines.filter((line) => !/^onde_(broadcast_on_air|connections|process_)/.test(line))).toEqual([]);
});
