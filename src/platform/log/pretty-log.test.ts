import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { prettyLog } from './pretty-log.ts';

test('a problem of the station folder is one line, which says where', async () => {
  const out = new PassThrough();
  const logger = createLogger({ level: 'info', part: 'broadcast', to: prettyLog(out) });
  logger.warn({ file: 'station.yaml', line: 3 }, 'station.yaml:3: since: expected a year');
  out.end();
  const written = await text(out);
  expect(written.trimEnd().split('\n')).toEqual([
    expect.stringContaining('station.yaml:3: since: expected a year'),
  ]);
});
