import type { OpenPage } from './open-page.ts';
import { PAGE_FAILURE, PageBoundary } from './page-boundary.tsx';

/** The page itself, or what stands in for it. */
export function PageSlot({ page }: { page: OpenPage }) {
  const { Page, Failure } = page.module;
  const { params, openedMs, problem } = page;
  const failure = Failure === undefined ? PAGE_FAILURE : <Failure isMissing={problem === 'missing'} />;
  if (problem !== null) return failure;
  return (
    <PageBoundary page={page} failure={failure}>
      <Page params={params} openedMs={openedMs} />
    </PageBoundary>
  );
}
