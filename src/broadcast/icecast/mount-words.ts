import type { Variant } from '#src/broadcast/timeline/timeline.ts';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import type { MountWords } from './icecast-server.ts';

/** What Icecast tells of a mount, by `station.yaml`: Icecast has one language. A member's mount is in no directory. */
export function mountWords({ config, origin }: { config: () => StationConfig; origin: string }) {
  return (streamId: StreamId, variant: Variant): MountWords => {
    const stream = config().streams.find(({ id }) => id === streamId);
    return {
      name: stream?.name ?? streamId,
      genre: stream?.genre[DEFAULT_LANGUAGE] ?? '',
      description: stream?.description[DEFAULT_LANGUAGE] ?? '',
      url: origin,
      isPublic: variant === 'guest',
    };
  };
}
