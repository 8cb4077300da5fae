import sharp from 'sharp';
import { expect, test } from 'vitest';
import { forgetSystemFonts } from '#src/web/lettering/font-case.ts';
import { Lettering } from '#src/web/lettering/lettering.ts';
import { LETTERS_FOLDER } from '#src/web/lettering/testing/letters-folder.ts';
import { drawSharePicture } from './share-picture.ts';

/** In Thaana, whose letters no font at hand has. */
const UNWRITTEN = 'ދިވެހި ލަވަ';

test('a track whose words cannot be written has the station’s name in their place', async () => {
  forgetSystemFonts();
  const lettering = new Lettering(LETTERS_FOLDER);
  const draw = async (title: string, line: string) => {
    const cover = async () => '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const subject = { note: '', title, line, station: 'Onde', colour: '#f29838', coverName: '', cover };
    return await (await drawSharePicture(sharp, lettering, subject)).toBuffer();
  };
  const named = await draw('Onde', '');
  expect((await draw(UNWRITTEN, UNWRITTEN)).equals(named)).toBe(true);
  const artist = await draw(UNWRITTEN, 'Nova Kessler');
  expect(artist.equals(named)).toBe(false);
  expect(artist.equals(await draw('Onde', 'Nova Kessler'))).toBe(false);
});
