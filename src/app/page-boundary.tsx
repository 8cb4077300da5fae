import { Component, lazy, type ReactNode, Suspense } from 'react';
import { PlainFailure } from '#src/ui/notice/plain-failure.tsx';
import type { OpenPage } from './open-page.ts';

const Failure = lazy(() =>
  import('./frame/failure.tsx').then(
    (file) => ({ default: file.Failure }),
    () => ({ default: PlainFailure }),
  ),
);

/** What stands where a page could not be made. */
export const PAGE_FAILURE = (
  <Suspense>
    <Failure />
  </Suspense>
);

interface Props {
  /** Another one is tried anew. */
  readonly page: unknown;
  readonly failure: ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly page: unknown;
  readonly hasFailed: boolean;
}

/** Keeps a page's failure in the page: the frame and the sound go on. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ page }: Props, shown: State): State | null {
    return page === shown.page ? null : { page, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failure : this.props.children;
  }
}

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
