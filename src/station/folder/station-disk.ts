import { Permits } from '#src/platform/scheduling/permits.ts';

/**
 * How much may be under way in the station folder for visitors. Each takes a thread of the process or two, for good
 * where a network disk does not answer; all else that is read or reckoned beside the main thread needs threads too, of
 * which there are twelve (`UV_THREADPOOL_SIZE`; docs/decisions/092-a-disk-that-does-not-answer.md).
 */
const AT_ONCE = 3;

const permits = new Permits(AT_ONCE);

/** Does something in the station folder because a visitor has asked for it, once it is its turn [W203]. */
export function onStationDisk<Found>(work: () => Promise<Found>): Promise<Found> {
  return permits.run(work);
}
