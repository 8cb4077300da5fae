import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** No folder of fonts at all. */
const CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig></fontconfig>
`;

/**
 * Has the drawing library look at none of the fonts of this machine, so that a picture is the same on each, a server
 * without any included. Counts when it comes before the first drawing of the process; a configuration that the operator
 * names in `FONTCONFIG_FILE` stays.
 */
export async function forgetSystemFonts(cacheFolder: string): Promise<void> {
  if (process.env.FONTCONFIG_FILE !== undefined) return;
  const folder = join(cacheFolder, 'fonts');
  const path = join(folder, 'fonts.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(path, CONFIGURATION);
  process.env.FONTCONFIG_FILE = path;
}
