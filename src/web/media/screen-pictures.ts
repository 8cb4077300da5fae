import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HASHED_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { TextKey } from '#src/i18n/text-key.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { StoredAnswer } from '#src/web/answers/stored-answer.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'assets', 'screens');
const CONTENT_TYPE = 'image/webp';
/** An address carries the hash of its picture. */
const CACHE_CONTROL = `public, max-age=${HASHED_KEPT_SECONDS}, immutable`;

/** The radio's name in the pictures: another one's sheet would show a radio that it is not. */
export const PICTURED_NAME = 'Onde';

const SCREENS = [
  { file: 'home-narrow', sizes: '540x1170', formFactor: 'narrow', label: 'frame.nav.home' },
  { file: 'player-narrow', sizes: '540x1170', formFactor: 'narrow', label: 'player.label' },
  { file: 'home-wide', sizes: '1280x800', formFactor: 'wide', label: 'frame.nav.home' },
] as const satisfies { file: string; sizes: string; formFactor: 'narrow' | 'wide'; label: TextKey }[];

/** Pictures of the site for the sheet in which a browser offers to install it [R106]. */
export class ScreenPictures {
  readonly list = SCREENS.map(({ file, ...screen }) => {
    const bytes = new Uint8Array(readFileSync(join(FOLDER, `${file}.webp`)));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    return { ...screen, bytes, path: `/screens/${file}-${hash}.webp`, type: CONTENT_TYPE };
  });

  async answer(request: Request, pathname: string): Promise<Response> {
    const screen = this.list.find(({ path }) => path === pathname);
    if (screen === undefined) return plainAnswer(404, 'Not found');
    const headers = new Headers({
      'content-type': CONTENT_TYPE,
      'cache-control': CACHE_CONTROL,
      'access-control-allow-origin': '*',
    });
    return new StoredAnswer(200, headers, screen.bytes).respond(request);
  }
}
