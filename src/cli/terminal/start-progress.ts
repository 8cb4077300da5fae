import type { JobProgress } from '#src/broadcast/supervision/job-message.wire.ts';

type Count = Pick<JobProgress, 'done' | 'total'>;

/**
 * One count for making the demo's music and rendering it, null when there is nothing to wait for: while it is being made,
 * as much is still to be rendered.
 */
export function combinedProgress(demo: Count | null, rendering: Count | null): Count | null {
  const isMaking = demo !== null && demo.done < demo.total;
  const toRender = Math.max(rendering?.total ?? 0, isMaking ? demo.total : 0);
  const done = (demo?.done ?? 0) + (rendering?.done ?? 0);
  const total = (demo?.total ?? 0) + toRender;
  return done < total ? { done, total } : null;
}
