import { clientAddressEndpoint } from '#src/features/client-address/client-address.server.ts';
import type { WireTable } from '#src/platform/wire/endpoint.ts';
import type { WebServices } from './web-services.ts';

/** Every endpoint behind `/api-proxy.php`, by its name on the wire. */
export function createWireTable(_services: WebServices): WireTable {
  return {
    ip: clientAddressEndpoint(),
  };
}
