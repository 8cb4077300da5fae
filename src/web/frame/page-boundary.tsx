import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router';
import { NotFound } from '#src/features/not-found/not-found.tsx';
import { Failure } from './failure.tsx';

/** What fails in a page stays in the page: the frame and the sound go on. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failure />;
}
