import { DOCUMENT_KEPT_SECONDS } from '#src/contract/limits.ts';
import type { PublicStation } from '#src/station/config/public-station.wire.ts';
import { document } from '#src/web/answers/document.ts';

/** `/station.json` [W66] */
export function stationDocument(request: Request, station: PublicStation): Promise<Response> {
  const { origin: _, streams: __, addressServices: ___, association, ...facts } = station;
  const { name, address, email, phone } = association;
  return document(request, JSON.stringify({ ...facts, association: { name, address, email, phone } }), {
    contentType: 'application/json; charset=utf-8',
    cacheControl: `public, max-age=${DOCUMENT_KEPT_SECONDS}`,
  });
}
