import type { LoaderFunctionArgs } from 'react-router';
import { answerAddress } from './answer-address.ts';

/** Addresses without a language: `/`, `/profile`, `/pseudo-selection` and whatever is unknown. */
export function loader({ request }: LoaderFunctionArgs): Response {
  return answerAddress(request) ?? new Response('Not found\n', { status: 404 });
}
