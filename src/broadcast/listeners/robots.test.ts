import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { ROBOT_HEADER, ROBOT_PURPOSE, robotPass } from '#src/platform/secrets/robot-pass.ts';
import { ROBOTS_MAX, Robots } from './robots.ts';

const NOON_MS = Date.UTC(2026, 10, 25, 12);
const logger = pino({ level: 'silent' });

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'onde-robots-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const secret = join(folder, 'secret');
  const clock = new ManualClock(NOON_MS);
  return { secret, clock };
}

test('as many robots as may be are let in, and another when one of them leaves', () => {
  const { secret, clock } = setUp();
  const robots = new Robots({ secret, clock, logger });
  const pass = robotPass(instanceKey(secret, ROBOT_PURPOSE), NOON_MS);
  const requests = Array.from({ length: ROBOTS_MAX + 1 }, () => ({
    headers: { [ROBOT_HEADER]: pass },
    socket: new Socket(),
  }));
  const entered = requests.map((request) => robots.enter(request));
  expect(entered.filter(Boolean)).toHaveLength(ROBOTS_MAX);
  requests[0]?.socket.emit('close');
  expect(robots.listening).toBe(ROBOTS_MAX - 1);
  expect(robots.enter({ headers: { [ROBOT_HEADER]: pass }, socket: new Socket() })).toBe(true);
});

test('without a pass, and without a key to know one by, nobody is a robot', () => {
  const { secret, clock } = setUp();
  const pass = robotPass(instanceKey(secret, ROBOT_PURPOSE), NOON_MS);
  expect(new Robots({ secret, clock, logger }).isOne({ headers: {} })).toBe(false);
  writeFileSync(secret, 'something else');
  expect(new Robots({ secret, clock, logger }).isOne({ headers: { [ROBOT_HEADER]: pass } })).toBe(false);
});
