import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StationPart } from './station-part.ts';

test('a disk that goes during the very first reading leaves the part as it was kept', async () => {
  const answers = [true, false];
  await using part = new StationPart(
    {
      folder: 'videos',
      initial: 'nothing',
      read: async () => ({ value: 'half of it', problems: [] }),
      readKept: async () => 'kept',
    },
    { logger: pino({ level: 'silent' }), isThere: async () => answers.shift() ?? false },
  );
  await part.refresh();
  expect(part.current).toBe('kept');
});
