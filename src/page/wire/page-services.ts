import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { EndpointName } from '#src/page/wire/endpoints.ts';
import type { PublicStation } from '#src/station/config/public-station.wire.ts';
import type { ScheduleEvent } from '#src/station/schedule/schedule-event.wire.ts';

/**
 * The web process's services for page loaders on a document request. Nothing personal: pages are cacheable.
 */
export interface PageServices {
  /**
   * Runs a wire endpoint in process, as the browser would call it through `/api-proxy.php`. `parameters` is
   * the query without `endpoint`. Gives the JSON reply's body, success or failure alike.
   */
  callWire(
    endpoint: EndpointName,
    parameters: Readonly<Record<string, string>>,
    language: Language,
  ): Promise<unknown>;
  nowPlaying(): NowPlaying[];
  station(): PublicStation;
  /** The events of `/week{Stream}.xml`; null for a stream without a schedule. */
  schedule(streamId: StreamId): readonly ScheduleEvent[] | null;
}
