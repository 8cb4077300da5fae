import type { Feature } from '#src/features/feature.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { diaryEndpoint } from './diary-endpoint.server.ts';
import { sweepDiaries } from './keep-entries.server.ts';
import { diaryData } from './list-entries.server.ts';

export function diaryFeature(services: Services) {
  return {
    endpoints: { diary: diaryEndpoint(services) },
    memberData: [diaryData],
    sweeps: [{ what: 'diary entries', run: (nowMs: number) => sweepDiaries(services.db, nowMs) }],
  } satisfies Feature;
}
