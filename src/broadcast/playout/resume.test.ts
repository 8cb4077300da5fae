import { expect, test } from 'vitest';
import { frameHolding, frameInstant, wholeFrameInstant } from '#src/broadcast/timeline/frame-grid.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { planResume } from './resume.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const SECOND_MS = 1000;
const track = { ...mediaRecord(1, 'Artist', 'Title'), frames: 6890, durationMs: frameInstant(6890) };

/** An entry that began this many seconds ago, on a frame. */
const playedAgo = (seconds: number) =>
  journalEntry(track, 'dance', wholeFrameInstant(frameHolding(NOW - seconds * SECOND_MS)));
/** The one that began exactly when it ended. */
const after = (entry: { startedMs: number }) =>
  journalEntry(track, 'dance', wholeFrameInstant(frameHolding(entry.startedMs) + track.frames));

test('a track that would still be playing goes on at its offset, two minutes of it behind', () => {
  const entry = playedAgo(150);
  const plan = planResume([entry], NOW);
  expect(plan?.entries).toEqual([entry]);
  expect(plan?.firstFrame).toBe(frameHolding(NOW - 125 * SECOND_MS));
  expect(plan?.skipFrames).toBe(frameHolding(NOW - 125 * SECOND_MS) - frameHolding(entry.startedMs));
});

test('a track that began a moment ago brings along the one before it', () => {
  const before = playedAgo(200);
  const entry = after(before);
  const plan = planResume([playedAgo(900), before, entry], NOW);
  expect(plan?.entries).toEqual([before, entry]);
  expect(plan?.firstFrame).toBe(frameHolding(NOW - 125 * SECOND_MS));
});

test('a gap before it ends the chain: the timeline then begins with the entry', () => {
  const entry = playedAgo(30);
  const plan = planResume([playedAgo(230), entry], NOW);
  expect(plan).toEqual({ entries: [entry], firstFrame: frameHolding(entry.startedMs), skipFrames: 0 });
});

test('a track that ended within the last two minutes is followed on from its end', () => {
  const entry = playedAgo(180 + 60);
  expect(planResume([entry], NOW)?.entries).toEqual([entry]);
});

test('a track that ended more than two minutes ago is left alone', () => {
  expect(planResume([playedAgo(180 + 121)], NOW)).toBeNull();
});

test('entries from the future, after the clock was set back, are left alone', () => {
  expect(planResume([playedAgo(-60)], NOW)).toBeNull();
});

test('after a clock was set back, what was on air goes on, with the plays in the future written before or after it', () => {
  const [future, later] = [playedAgo(-10_800), playedAgo(-10_600)];
  const entry = playedAgo(30);
  for (const plays of [
    [playedAgo(600), future, later, entry],
    [playedAgo(600), entry, future, later],
  ])
    expect(planResume(plays, NOW)?.entries).toEqual([entry]);
});

test('without plays there is nothing to resume', () => {
  expect(planResume([], NOW)).toBeNull();
});
