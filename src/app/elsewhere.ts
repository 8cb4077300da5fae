import type { LoaderFunctionArgs } from 'react-router';
import { answerAddress } from '#src/page/address/answer-address.ts';
import { pageServices } from '#src/page/page-services.ts';

/** Addresses without a language: `/`, `/profile`, `/pseudo-selection` and whatever is unknown. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { name } = context.get(pageServices).station();
  return answerAddress(request, name) ?? new Response('Not found\n', { status: 404 });
}
