import { expect, test } from 'vitest';
import { readPageFiles } from './page-files.ts';
import { NOT_FOUND, ROUTES } from './routes.ts';

test('the server knows the file of every page but the home page', async () => {
  const fileOf = await readPageFiles();
  const files = await Promise.all(
    [...ROUTES, NOT_FOUND].map(async ({ pattern, page }) => [pattern, fileOf(await page())]),
  );
  const unknown = files.filter(([, file]) => file === undefined).map(([pattern]) => pattern);
  expect(unknown).toEqual(['/:language', '/:language/:streamId']);
  expect(files).toContainEqual(['/:language/:streamId/profile/diary', 'diary/screen/diary-page.tsx']);
});
