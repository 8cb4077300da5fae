import { expect, test } from 'vitest';
import type { StreamId } from '#src/contract/streams.ts';
import type { MediaKind } from '#src/station/catalogue/media-record.ts';
import { StreamTurns } from './stream-turns.ts';

function file(name: string): { name: string; kind: MediaKind; streamId: StreamId | null } {
  if (name.startsWith('jingle')) return { name, kind: 'jingle', streamId: null };
  return { name, kind: 'track', streamId: name.startsWith('club') ? 'club' : 'dance' };
}

const FILES = ['jingle 1', 'dance 1', 'dance 2', 'dance 3', 'club 1', 'club 2'].map(file);
const namesOf = (files: readonly { name: string }[]) => files.map(({ name }) => name);

test('every stream gets its first track before any gets its second, and before the jingles', () => {
  const order = namesOf(new StreamTurns().order(FILES));
  expect(order).toEqual(['dance 1', 'club 1', 'jingle 1', 'dance 2', 'club 2', 'dance 3']);
});

test('the order goes on where it broke off, however seldom more than one file is begun of it', () => {
  const turns = new StreamTurns();
  const begun: string[] = [];
  for (let left = FILES; left.length > 0; ) {
    const [next] = turns.order(left);
    if (next === undefined) break;
    turns.begin(next);
    begun.push(next.name);
    left = left.filter((one) => one !== next);
  }
  expect(begun).toEqual(namesOf(new StreamTurns().order(FILES)));
});

test('a stream that comes later, or again, takes its turn with those that have begun', () => {
  const turns = new StreamTurns();
  turns.order(['dance 1', 'club 1'].map(file));
  for (const name of ['dance 1', 'club 1', 'dance 2', 'dance 3']) turns.begin(file(name));
  turns.order(['dance 4'].map(file));
  const order = namesOf(
    turns.order(['dance 4', 'dance 5', 'club 2', 'club 3', 'jingle 1', 'jingle 2'].map(file)),
  );
  expect(order).toEqual(['dance 4', 'club 2', 'jingle 1', 'dance 5', 'club 3', 'jingle 2']);
});
