import type { EndpointName } from './endpoints.ts';

/**
 * The query of a call of `/api-proxy.php`. An endpoint's name may hold its action: `favorites&action=count`.
 */
export function wireSearch(
  endpoint: EndpointName,
  parameters: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const search = new URLSearchParams(`endpoint=${endpoint}`);
  for (const [name, value] of Object.entries(parameters)) search.set(name, value);
  return search;
}
