import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import type { HeardPlay } from '#src/features/diary/diary.wire.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { DiaryNotes } from './diary-notes.ts';
import { HeardSender } from './heard-sender.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);

const play = (minutesAgo: number): HeardPlay => ({
  stream_id: 'dance',
  started_at: new Date(NOW_MS - minutesAgo * MINUTE_MS).toISOString(),
  full_title: 'Éole - Marée',
});

let clock: ManualClock;
let notes: DiaryNotes;
let sender: HeardSender;
let owner: string | null;
let sent: number[];
let kept: number;
let answer: (heard: readonly HeardPlay[]) => Promise<readonly HeardPlay[]>;

beforeEach(() => {
  clock = new ManualClock(NOW_MS);
  const items = new Map<string, string>();
  notes = new DiaryNotes(storedIn(items));
  owner = 'lea';
  sent = [];
  kept = 0;
  answer = async () => [];
  sender = new HeardSender({
    clock,
    notes,
    owner: () => owner,
    send(heard) {
      sent.push(heard.length);
      return answer(heard);
    },
    onKept: () => kept++,
  });
  notes.setOn('lea', true);
});

const refuse = (status: number, code: string) => async () => {
  throw new CallError('no', { status, code });
};
const left = () => notes.read('lea').heard;

test('what is noted goes out after two minutes, together, and is forgotten once it is taken', async () => {
  notes.note('lea', play(3));
  sender.sendLater();
  clock.advance(MINUTE_MS);
  notes.note('lea', play(1));
  sender.sendLater();
  expect(sent).toEqual([]);
  clock.advance(MINUTE_MS);
  await sender.send();
  expect([sent, left(), kept]).toEqual([[2], [], 1]);
  clock.advance(10 * MINUTE_MS);
  expect(sent).toEqual([2]);
});

test('nothing noted, or nobody signed in, is no call', async () => {
  await sender.send();
  notes.note('lea', play(1));
  owner = null;
  await sender.send();
  expect(sent).toEqual([]);
});

test('a long list goes out in batches of 50, and two who ask at once send once', async () => {
  for (let at = 0; at < 120; at += 1) notes.note('lea', play(at));
  await Promise.all([sender.send(), sender.send()]);
  expect([sent, left()]).toEqual([[50, 50, 20], []]);
});

test('without an answer the list stays, and is sent again', async () => {
  notes.note('lea', play(1));
  answer = refuse(0, 'no_answer');
  await sender.send();
  expect(left()).toHaveLength(1);
  answer = refuse(429, 'too_many_requests');
  clock.advance(2 * MINUTE_MS);
  await sender.send();
  answer = async () => [];
  clock.advance(2 * MINUTE_MS);
  await sender.send();
  expect([sent, left()]).toEqual([[1, 1, 1], []]);
});

test('a play that the radio does not know yet waits a quarter of an hour, then it is given up', async () => {
  notes.note('lea', play(1));
  answer = async (heard) => heard;
  await sender.send();
  expect([left(), kept]).toEqual([[play(1)], 0]);
  clock.advance(14 * MINUTE_MS);
  await sender.send();
  expect(left()).toEqual([]);
});

test('a list that the server cannot read is given up', async () => {
  notes.note('lea', play(1));
  answer = refuse(422, 'validation_failed');
  await sender.send();
  expect(left()).toEqual([]);
  expect(notes.read('lea').isOn).toBe(true);
});

test('a diary that another device has switched off is off here, and nothing is left', async () => {
  notes.note('lea', play(1));
  answer = refuse(409, 'diary_off');
  await sender.send();
  expect(notes.read('lea')).toMatchObject({ isOn: false, heard: [] });
});

test('what is older than a week is given up unsent', async () => {
  notes.note('lea', play(7 * 24 * 60));
  notes.note('lea', play(1));
  await sender.send();
  expect([sent, left()]).toEqual([[1], []]);
});

test('how old a play is goes by the clock of the radio, not by this browser’s', async () => {
  const dayMs = 24 * 60 * MINUTE_MS;
  sender.aheadMs = -8 * dayMs;
  notes.note('lea', play(8 * 24 * 60 + 1));
  answer = async (heard) => heard;
  await sender.send();
  expect([sent, left()]).toEqual([[1], [play(8 * 24 * 60 + 1)]]);
  sender.aheadMs = 0;
  await sender.send();
  expect([sent, left()]).toEqual([[1], []]);
});

test('what was noted while a batch was under way stays for the next', async () => {
  notes.note('lea', play(9));
  answer = async () => {
    notes.note('lea', play(1));
    return [];
  };
  await sender.send();
  expect(left()).toEqual([play(1)]);
});

test('a member who signs out meanwhile leaves nothing behind', async () => {
  notes.note('lea', play(1));
  answer = async () => {
    owner = null;
    notes.forgetOthers(null);
    throw new CallError('no', { status: 0, code: 'no_answer' });
  };
  await sender.send();
  expect(left()).toEqual([]);
  clock.advance(10 * MINUTE_MS);
  expect(sent).toEqual([1]);
});

test('that one member’s diary is off changes nothing of the notes of the one who has signed in meanwhile [A114]', async () => {
  notes.note('lea', play(1));
  answer = async () => {
    owner = 'zoe';
    notes.forgetOthers('zoe');
    notes.setOn('zoe', true);
    notes.note('zoe', play(2));
    throw new CallError('no', { status: 409, code: 'diary_off' });
  };
  await sender.send();
  expect(notes.read('zoe')).toMatchObject({ isOn: true, heard: [play(2)] });
});
