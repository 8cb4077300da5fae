import type { ClientLoaderFunctionArgs } from 'react-router';
import { loadPageTexts } from '#src/page/address/load-page-texts.ts';
import type { PageHandle } from '#src/page/address/page-handle.ts';

export const accountPage: PageHandle = { texts: ['accounts'] };

/** With a loader of its own, a page is drawn by the server too; it has the texts already. */
export function loadNothing(): null {
  return null;
}

/** Fetches the texts of a page of the accounts. */
export async function loadAccountTexts({
  request,
}: Pick<ClientLoaderFunctionArgs, 'request'>): Promise<null> {
  await loadPageTexts(request, ['accounts']);
  return null;
}
