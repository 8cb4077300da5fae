import { join } from 'node:path';

/**
 * Where tests unpack letters, for good: the drawing library may read any file that it was once told of, also in the tests
 * of another file. It goes with the fonts' packages.
 */
export const LETTERS_FOLDER = join(import.meta.dirname, '../../../../node_modules/.onde-test-letters');
