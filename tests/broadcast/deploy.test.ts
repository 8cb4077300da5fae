import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const DEPLOY = resolve(import.meta.dirname, '..', '..', 'deploy');

test('Caddy takes the Caddyfile as it stands', async () => {
  const home = await mkdtemp(join(tmpdir(), 'onde-caddy-'));
  const words = ['validate', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'caddy', 'Caddyfile')];
  const run = spawnSync('/usr/bin/caddy', words, {
    encoding: 'utf8',
    env: { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, PATH: process.env.PATH },
  });
  await rm(home, { recursive: true });
  expect([run.error, run.status]).toEqual([undefined, 0]);
  expect(run.stdout).toContain('Valid configuration');
});
