import { pino } from 'pino';
import { type Instance, runInstance } from '#src/broadcast/run-instance.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { readSettings } from '#src/platform/settings/settings.ts';
import { freePort } from '../../support/free-port.ts';
import type { Home } from './radio.ts';

/** A radio in this process whose time runs that many times as fast: a minute of music in a few seconds of test. */
export interface FastRadio extends AsyncDisposable {
  origin: string;
  web: Instance['web'];
  /** Its wall clock; `step` sets it, without any time passing; after `stand` none passes until `go`. */
  clock: { nowMs(): number; step(byMs: number): void; stand(): void; go(): void };
  log: { msg?: string; reason?: string; streamId?: string }[];
}

/**
 * No more of real time counts between two looks at the clock: where a busy machine stands still for a second, a quick radio
 * would have stood still for ten.
 */
const STEP_MS = 150;

/**
 * Its wall clock begins at `wallMs`, at the present when left out, and goes when the radio is on air; `more` are
 * settings.
 */
export async function startFastRadio(
  home: Home,
  speed: number,
  wallMs = systemClock.nowMs(),
  more: Record<string, string> = {},
): Promise<FastRadio> {
  const port = await freePort();
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: home.folder.root,
    STATION_DIR: home.stationDir,
    ...more,
  });
  const clock = fastClock(speed, wallMs);
  const log: FastRadio['log'] = [];
  const logger = pino({ level: 'debug' }, { write: (line) => void log.push(JSON.parse(line)) });
  const instance = await runInstance({ settings, logger, withHotReload: false, clock });
  clock.go();
  return {
    origin: `http://127.0.0.1:${port}`,
    web: instance.web,
    clock,
    log,
    [Symbol.asyncDispose]: () => instance[Symbol.asyncDispose](),
  };
}

function fastClock(speed: number, wallMs: number): Clock & FastRadio['clock'] {
  let startMs = wallMs;
  let lookedMs = systemClock.monotonicMs();
  let passedMs = 0;
  let isStanding = true;
  const monotonicMs = () => {
    const nowMs = systemClock.monotonicMs();
    if (!isStanding) passedMs += Math.min(nowMs - lookedMs, speed > 1 ? STEP_MS : Infinity) * speed;
    lookedMs = nowMs;
    return passedMs;
  };
  return {
    nowMs: () => startMs + monotonicMs(),
    monotonicMs,
    step(byMs) {
      startMs += byMs;
    },
    stand() {
      monotonicMs();
      isStanding = true;
    },
    go() {
      monotonicMs();
      isStanding = false;
    },
    after: (delayMs, callback) => systemClock.after(delayMs / speed, callback),
    every: (periodMs, callback) => systemClock.every(periodMs / speed, callback),
  };
}
