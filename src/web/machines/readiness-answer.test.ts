import { expect, test } from 'vitest';
import type { DatabaseHealth } from '#src/db/database-health.ts';
import { readinessAnswer } from './readiness-answer.ts';

test.each<[string, boolean, DatabaseHealth, number]>([
  ['/readyz', true, 'well', 200],
  ['/readyz', true, 'away', 200],
  ['/readyz', false, 'well', 503],
  ['/readyz?part=web', true, 'well', 200],
  ['/readyz?part=web', false, 'well', 200],
  ['/readyz?part=web', true, 'stuck', 503],
])(
  '[W219] %s with the radio on air: %s and the database %s is %d',
  async (path, broadcast, database, status) => {
    const answer = await readinessAnswer(
      new Request(`http://web.example.org${path}`, { headers: { 'x-language': 'en' } }),
      { onAir: { isOnAir: async () => broadcast }, health: async () => database },
    );
    const state = { broadcast, web: database === 'well' };
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(await answer.json()).toMatchObject({ success: status === 200, ...state, data: state });
  },
);
