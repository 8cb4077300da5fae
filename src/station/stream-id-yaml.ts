import { z } from 'zod';
import { STREAM_IDS } from '#src/contract/streams.ts';

/** The id of a stream as volunteers write it: without quotes YAML takes `2000` for a number. */
export const streamIdYaml = z.preprocess(
  (written) => (typeof written === 'number' ? String(written) : written),
  z.enum(STREAM_IDS, `expected one of ${STREAM_IDS.join(', ')}`),
);
