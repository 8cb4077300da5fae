import { expect, test } from 'vitest';
import type { Finding, Problem } from '#src/robots/finding.wire.ts';
import { type Trouble, TroubleState } from './trouble-state.ts';

let minute = 0;
function found(problems: Problem[], of: Partial<Finding> = {}): Finding {
  minute += 1;
  return {
    streamId: 'dance',
    robot: 'browser',
    atMs: minute * 60_000,
    problems,
    detail: problems.join('; '),
    firstByteMs: 10,
    gapMs: 0,
    levelDb: -16,
    titleErrorMs: null,
    ...of,
  };
}
const NOTHING = { began: null, ended: null };

test('[R182] what is found once is chance, what is found twice in a row is a trouble from the first time on', () => {
  const state = new TroubleState();
  expect(state.take(found(['gap']))).toEqual(NOTHING);
  expect(state.take(found([]))).toEqual(NOTHING);
  const first = found(['gap']);
  expect(state.take(first)).toEqual(NOTHING);
  const { began } = state.take(found(['silent', 'gap']));
  expect(began).toMatchObject({
    streamId: 'dance',
    robot: 'browser',
    problem: 'silent',
    sinceMs: first.atMs,
  });
  expect(state.take(found(['gap']))).toEqual(NOTHING);
});

test('[R182] a trouble ends with the second good finding in a row, at the time of the first', () => {
  const state = new TroubleState();
  state.take(found(['refused']));
  const { began } = state.take(found(['refused']));
  expect(state.take(found([]))).toEqual(NOTHING);
  expect(state.take(found(['refused']))).toEqual(NOTHING);
  const well = found([]);
  expect(state.take(well)).toEqual(NOTHING);
  expect(state.take(found([]))).toEqual({ began: null, ended: { trouble: began, untilMs: well.atMs } });
  expect(state.take(found([]))).toEqual(NOTHING);
});

test('[R180] what is suspected or wrong is listened to again; other devices and streams are no proof', () => {
  const state = new TroubleState();
  const sonos = { robot: 'sonos' } as const;
  state.take(found(['title_wrong'], sonos));
  expect(state.failing).toEqual([{ streamId: 'dance', robot: 'sonos' }]);
  state.take(found([]));
  state.take(found([], { ...sonos, streamId: 'club' }));
  expect(state.take(found(['title_wrong'], sonos)).began).not.toBeNull();
  expect(state.failing).toEqual([{ streamId: 'dance', robot: 'sonos' }]);
  state.take(found([], sonos));
  state.take(found([], sonos));
  expect(state.failing).toEqual([]);
});

test('[R182] what lies beside the sound gives way to what is wrong with the sound, and the other way', () => {
  const state = new TroubleState();
  state.take(found(['cover_missing']));
  const { began: cover } = state.take(found(['cover_missing']));
  expect(state.take(found(['silent', 'cover_missing']))).toEqual(NOTHING);
  // A good finding in between: neither is twice in a row.
  expect(state.take(found([]))).toEqual(NOTHING);
  const first = found(['silent', 'cover_missing']);
  expect(state.take(first)).toEqual(NOTHING);
  const { began, ended } = state.take(found(['cut_off', 'cover_missing']));
  expect(began).toMatchObject({ problem: 'cut_off', sinceMs: first.atMs });
  expect(ended).toEqual({ trouble: cover, untilMs: first.atMs });
  // Over is not well.
  expect(state.take(found(['cover_missing']))).toEqual(NOTHING);
  const less = state.take(found(['slow_start']));
  expect(less.ended?.trouble).toEqual(began);
  expect(less.began).toMatchObject({ problem: 'slow_start' });
  expect(state.take(found(['cover_missing']))).toEqual(NOTHING);
  state.take(found([]));
  expect(state.take(found([])).ended?.trouble).toEqual(less.began);
});

test('[R182] a trouble that another process wrote down goes on, and ends once', () => {
  const open: Trouble = { streamId: 'hits', robot: 'vlc', problem: 'gap', detail: '', sinceMs: 5 };
  const state = new TroubleState([open]);
  expect(state.take(found(['gap'], { streamId: 'hits', robot: 'vlc' }))).toEqual(NOTHING);
  state.take(found([], { streamId: 'hits', robot: 'vlc' }));
  expect(state.take(found([], { streamId: 'hits', robot: 'vlc' })).ended?.trouble).toEqual(open);
});
