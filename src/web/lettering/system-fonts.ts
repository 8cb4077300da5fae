import { join } from 'node:path';

/**
 * Has the drawing library look at none of the fonts of this machine, so that a picture is the same on each, a server
 * without any included. Counts when it comes before the first drawing of the process; a configuration that the operator
 * names in `FONTCONFIG_FILE` stays.
 */
export function forgetSystemFonts(): void {
  process.env.FONTCONFIG_FILE ??= join(import.meta.dirname, 'fonts.conf');
}
