import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router';
import { PlainFailure } from '#src/ui/notice/plain-failure.tsx';

const orPlainly = () => ({ default: PlainFailure });
const NotFound = lazy(() =>
  import('#src/features/not-found/not-found.tsx').then((file) => ({ default: file.NotFound }), orPlainly),
);
const Failure = lazy(() => import('./failure.tsx').then((file) => ({ default: file.Failure }), orPlainly));

/** What fails in a page stays in the page: the frame and the sound go on. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <Suspense>{isMissing ? <NotFound /> : <Failure />}</Suspense>;
}
