import { validateHeaderValue } from 'node:http';
import { expect, test } from 'vitest';
import { ListeningSessions } from '#src/broadcast/listeners/listening-sessions.ts';
import { frameHolding, framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { Timeline } from '#src/broadcast/timeline/timeline.ts';
import { askedFrame, streamHead } from './live-streams.ts';

const nameOf = (name: string) => streamHead({ name, genre: '', origin: '', withTitles: false })['icy-name'];

test.each([
  ['Onde Été', 'Onde Été'],
  ['Łódź Ñandú', 'Łódź Ñandú'],
  ['Радио', 'Радио'],
  ['a\r\nSet-Cookie: b', 'a Set-Cookie: b'],
  ['Onde 🎵', 'Onde 🎵'],
])('the name %j goes into a header as the UTF-8 of %j', (name, read) => {
  const written = nameOf(name) ?? '';
  expect(Buffer.from(written, 'latin1').toString('utf8')).toBe(read);
  validateHeaderValue('icy-name', written);
});

test('only who asks for titles is told where they stand', () => {
  const head = (withTitles: boolean) => streamHead({ name: '', genre: '', origin: '', withTitles });
  expect(head(true)['icy-metaint']).toBe('16000');
  expect(head(false)).not.toHaveProperty('icy-metaint');
});

/** Three minutes of sound, of which the newest frame begins at this instant. */
const NOW = Date.UTC(2026, 10, 21, 12);
const SESSION = 'abcDEF_-0123456789';

function threeMinutes(): Timeline {
  const timeline = new Timeline(frameHolding(NOW) - framesIn(180_000) + 1);
  timeline.begin({ kind: 'bed', record: null });
  const frame = { bytes: Buffer.alloc(417), start: 0, end: 417 };
  for (let count = 0; count < framesIn(180_000); count += 1) timeline.append(frame);
  return timeline;
}

test.each([
  ['0', null],
  ['', null],
  ['1e3', null],
  [String(NOW - 119_900), NOW - 119_900],
  [String(NOW - 120_100), null],
  [String(NOW), NOW],
  [String(NOW + 30), NOW],
  [String(NOW + 60), null],
  [String(NOW + 3_600_000), null],
  ['999999999999999', null],
])('from %j begins at the frame of that instant as long as it is kept, else live [W59]', (from, instant) => {
  const asked = askedFrame(threeMinutes(), new ListeningSessions(), from, SESSION);
  expect(asked).toBe(instant === null ? null : frameHolding(instant));
});

test('an instant that a session read before the clock was set is the one it read, by its latest connection', () => {
  const timeline = threeMinutes();
  const frame = timeline.headFrame - 500;
  const told = String(timeline.dates.instant(frame));
  timeline.dates.redate(framesIn(30_000));
  const sessions = new ListeningSessions();
  // Unknown here, and perhaps known on another stream: by the dates of now it lies half a minute further back.
  expect(askedFrame(timeline, sessions, told, SESSION)).toBe(frame - framesIn(30_000));
  sessions.began(SESSION, { frame, toldAhead: timeline.dates.aheadFrames, variant: 'guest' });
  sessions.began(SESSION, { frame, toldAhead: 0, variant: 'guest' });
  expect(askedFrame(timeline, sessions, told, SESSION)).toBe(frame);
});
