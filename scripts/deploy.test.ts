import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { LISTENER_CHECK_PATH } from '#src/broadcast/icecast/listener-check.ts';
import { mountPath } from '#src/broadcast/icecast/mount-push.ts';
import { Exposition } from '#src/broadcast/metrics/exposition.ts';
import { VARIANTS } from '#src/broadcast/timeline/timeline.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { readSettings } from '#src/platform/settings/settings.ts';

const root = resolve(import.meta.dirname, '..');
const deployed = (...path: string[]) => readFileSync(join(root, 'deploy', ...path), 'utf8');

/** Of systemd's own figure for what a service could do to its machine: 0 is nothing, 10 everything. */
const EXPOSURE_MAX = 2;

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).optional(),
      ports: z.array(z.union([z.string(), z.object({ host_ip: z.string().optional() })])).optional(),
      read_only: z.boolean().optional(),
      logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
    }),
  ),
});
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
    }),
  ),
});

test('alerts and dashboard ask for figures that there are', async () => {
  const exposed = new Exposition({
    clock: new ManualClock(),
    group: null,
    connections: () => 0,
    music: {
      figures: { present: () => [], joins: () => [] },
      mounts: () => [],
      isSounding: () => false,
      lacksMusic: () => false,
      robots: () => 0,
      refused: () => ({ stream_full: 0, address_full: 0, no_room: 0 }),
      subscribers: () => 0,
      isWebReady: () => true,
      queries: () => null,
      robotsHeard: () => [],
      atIcecast: () => [],
      lastBackup: async () => null,
    },
  });
  const types = [...(await exposed.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const { groups } = rulesSchema.parse(parseYaml(deployed('prometheus', 'onde-rules.yml')));
  const { panels } = dashboardSchema.parse(JSON.parse(deployed('grafana', 'onde.json')));
  const asked = [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].flatMap((expr) => expr.match(/\bonde_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !names.has(name))).toEqual([]);
  // A series of a panel is named by what it is apart by.
  const kept = (expr: string) => ['instance', ...(/\bby \(([^)]+)\)/.exec(expr)?.[1]?.split(', ') ?? [])];
  const named = (legend: string) => Array.from(legend.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label);
  for (const { expr, legendFormat } of panels.flatMap(({ targets }) => targets))
    expect(kept(expr), expr).toEqual(expect.arrayContaining(named(legendFormat)));
});

test('Icecast and its relays have a mount of each stream in both variants, each with a place of its own to wait', () => {
  const names = STREAM_IDS.flatMap((id) => VARIANTS.map((variant) => mountPath(id, variant)));
  const told = (text: string, tag: string) =>
    [...text.matchAll(new RegExp(`<${tag}>(.*)</${tag}>`, 'g'))].map(([, name]) => name);
  for (const file of ['icecast.xml', 'relay.xml']) {
    const text = deployed('icecast', file);
    expect(told(text, 'mount-name')).toEqual(names);
    expect(told(text, 'fallback-mount')).toEqual(names.map((name) => `/wait${name}`));
    expect(text.match(new RegExp(`127.0.0.1:8080${LISTENER_CHECK_PATH}"`, 'g'))).toHaveLength(names.length);
    expect(Number(told(text, 'sources')[0])).toBeGreaterThanOrEqual(2 * names.length);
  }
  expect(told(deployed('icecast', 'relay.xml'), 'local-mount')).toEqual(names);
  expect(deployed('icecast', 'README.md')).toContain(`for stream in ${STREAM_IDS.join(' ')}; do`);
});

test('the service is one that systemd understands, and can do little to its machine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'onde-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const unit = join(folder, 'onde.service');
  // Where it is installed, there is the account; here the user who tests stands in for it.
  const text = deployed('systemd', 'onde.service');
  writeFileSync(unit, text.replaceAll('/srv/onde', root).replace('User=onde', 'DynamicUser=yes'));
  // A key that it does not know is no failure to it, only a line.
  expect(systemdAnalyze('verify', unit)).toEqual({ status: 0, said: '' });
  const { status } = systemdAnalyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX * 10}`, unit);
  expect(status).toBe(0);
});

test.each([
  ['one machine', 'compose.yaml'],
  ['PostgreSQL, Redis and two web processes', 'compose.grown.yaml'],
])('the containers of %s are ones that compose understands, and set what there is', (_, file) => {
  const passwords = { POSTGRES_PASSWORD: 'one', REDIS_PASSWORD: 'two' };
  const folder = join(root, 'deploy', 'container');
  const { status, stdout, stderr } = spawnSync('docker-compose', ['-f', file, 'config'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...passwords },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const { services } = composeSchema.parse(parseYaml(stdout));
  // Docker by itself keeps all that a container has ever said.
  const unbounded = Object.entries(services).filter(([, { logging }]) => !logging?.options['max-size']);
  expect(unbounded.map(([name]) => name)).toEqual([]);
  for (const { image, environment = {}, ports = [], read_only } of Object.values(services)) {
    if (image !== 'onde') continue;
    // Who ends TLS is a proxy: where none is told of, all visitors are one address, and share its limits.
    expect(readSettings(environment, 'none')).toMatchObject({ origin: environment.ORIGIN, trustProxy: 1 });
    expect(read_only).toBe(true);
    // Who reaches it past the proxy could say to be anybody.
    expect(ports.filter((port) => !isOfThisMachine(port))).toEqual([]);
  }
});

test('the image is made of what there is', () => {
  const text = deployed('container', 'Containerfile');
  const [, start = ''] = /^ENTRYPOINT \["sh", "(.+)"\]$/m.exec(text) ?? [];
  expect(existsSync(join(root, start))).toBe(true);
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  // What a start needs, and what nobody else is to have.
  expect(left.filter((name) => ['src', 'bin', 'scripts', 'demo', 'assets'].includes(name))).toEqual([]);
  expect(left).toEqual(expect.arrayContaining(['.env', 'data', 'station']));
});

test.each(['compose.yaml', 'compose.grown.yaml'])('the image holds nothing that lies beside %s', (file) => {
  const beside = [...deployed('container', file).matchAll(/^ +- \.\/([^:]+):/gm)].map(([, name]) => name);
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  expect(beside).toEqual(['station']);
  // The music of a station, and the passwords that compose reads.
  for (const name of [...beside, '.env']) {
    const path = `deploy/container/${name}`;
    expect(left.filter((ignored) => path === ignored || path.startsWith(`${ignored}/`))).not.toEqual([]);
  }
});

/** As versions of compose write it. */
function isOfThisMachine(port: string | { host_ip?: string | undefined }): boolean {
  return typeof port === 'string' ? port.startsWith('127.0.0.1:') : port.host_ip === '127.0.0.1';
}

function systemdAnalyze(...words: string[]) {
  const { status, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
  return { status, said: stderr };
}
