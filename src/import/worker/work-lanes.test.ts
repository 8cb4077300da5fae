import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { CopyInWork, ImportWorker } from './import-worker.ts';
import { type Work, WorkLanes } from './work-lanes.ts';

function work(path: string, run: Work['run']): Work {
  const file = {
    path,
    absolutePath: `/station/${path}`,
    kind: 'track',
    streamId: 'club',
    folder: '',
    sizeBytes: 1,
    modifiedMs: 0,
    changedMs: 0,
    picture: null,
  } as const;
  return { file, run };
}

/** Where two streams have the same music, each piece follows its copy. */
test('a copy of what is being rendered is taken up once that is done, before other music', async () => {
  const clock = new ManualClock();
  const workers = [0, 1].map(() => new ImportWorker({ priority: 0, clock }));
  await using lanes = new WorkLanes(workers);
  const rendering = Promise.withResolvers<void>();
  let isRendered = false;
  const others = ['b', 'c', 'd', 'e'].map((name) =>
    work(name, async () => {
      if (name === 'b') rendering.resolve();
      await turn();
    }),
  );
  const first = work('a', async () => {
    await rendering.promise;
    isRendered = true;
  });
  const copy = work('copy of a', async () => {
    if (!isRendered) throw new CopyInWork(rendering.promise);
  });
  const done: string[] = [];
  await lanes.workOff([first, copy, ...others], async ({ path }, failure) => {
    expect(failure).toBeNull();
    done.push(path);
  });
  expect(done.toSorted()).toEqual(['a', 'b', 'c', 'copy of a', 'd', 'e']);
  expect(done.indexOf('copy of a')).toBeLessThan(done.indexOf('d'));
});

test('what is left of a list whose time is over is begun only while a worker is busy with what it had begun', async () => {
  const clock = new ManualClock();
  const workers = [0, 1].map(() => new ImportWorker({ priority: 0, clock }));
  await using lanes = new WorkLanes(workers);
  const long = Promise.withResolvers<void>();
  let isOver = false;
  const list = [
    work('long', () => long.promise),
    ...['a', 'b', 'c', 'd', 'e'].map((name) =>
      work(name, async () => {
        isOver ||= name === 'b';
        if (name === 'c') long.resolve();
        await turn();
      }),
    ),
  ];
  const done: string[] = [];
  const onDone = async ({ path }: { path: string }) => void done.push(path);
  await lanes.workOff(list, onDone, { isOver: () => isOver });
  expect(done.toSorted()).toEqual(['a', 'b', 'c', 'long']);
  await lanes.workOff(list.slice(4), onDone, { isOver: () => isOver });
  expect(done).toHaveLength(4);
});
