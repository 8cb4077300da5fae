import { expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { EpisodeExaminer } from './episode-examiner.ts';

/** Hangs over whatever it is asked. */
const HANGING = new URL('../../platform/process/testing/willing-process.ts', import.meta.url);

test('an episode that keeps the decoder busy for ever is given up, and stays so until it changes', async () => {
  const clock = new ManualClock();
  const asked = vi.spyOn(clock, 'after');
  await using examiner = new EpisodeExaminer(new AbortController().signal, { clock, entry: HANGING });
  const finding = examiner.examine('/station/podcasts/a/b.mp3', 3_000_000);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(63_000, expect.anything()), PATIENT);
  clock.advance(63_000);
  expect(await finding).toEqual({
    fault: 'keeps the decoder busy for too long; it is probably damaged',
    isLasting: true,
  });
});
