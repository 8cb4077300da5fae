import { lazy, type ReactNode, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { drawDocument } from './draw-document.ts';

const page = (children: ReactNode) => () => (
  <html lang="fr">
    <head>
      <title>Onde</title>
    </head>
    <body>
      <h1>Bonjour {'<!--$!-->'}</h1>
      <Suspense>{children}</Suspense>
    </body>
  </html>
);

test('a document is drawn alike whether its parts are at hand or have to be waited for', async () => {
  let loads = 0;
  const Part = lazy(async () => {
    loads += 1;
    return { default: () => <p>{'{'}late</p> };
  });
  const waited = await drawDocument(page(<Part />));
  const atOnce = await drawDocument(page(<Part />));
  expect(atOnce).toEqual(waited);
  expect(waited.hasFailed).toBe(false);
  expect(waited.body).toMatch(/^<!DOCTYPE html><html lang="fr">.*<!--\$--><p>{<!-- -->late<\/p><!--\/\$-->/);
  expect(waited.body).toContain('&lt;!--$!--&gt;');
  expect(loads).toBe(1);
});

test('a part that fails is left to the browser, and said', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  const { body, hasFailed } = await drawDocument(page(<BrokenPart />));
  expect(hasFailed).toBe(true);
  expect(body).toContain('Bonjour');
  expect(errors).toHaveBeenCalledWith(expect.objectContaining({ message: 'no cover' }));
  errors.mockRestore();
});

test('what fails outside of the small parts is said and thrown', async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue();
  await expect(drawDocument(() => <BrokenDocument />)).rejects.toThrow('no language');
  expect(errors).toHaveBeenCalled();
  errors.mockRestore();
});

function BrokenPart(): ReactNode {
  throw new Error('no cover');
}

function BrokenDocument(): ReactNode {
  throw new Error('no language');
}
