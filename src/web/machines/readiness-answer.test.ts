import { expect, test } from 'vitest';
import { FAILURE_TEXTS } from '#src/broadcast/http/failure-texts.ts';
import type { DatabaseHealth } from '#src/db/database-health.ts';
import { readinessAnswer } from './readiness-answer.ts';

test.each<[string, boolean, DatabaseHealth, 'not_on_air' | 'unavailable' | null]>([
  ['/readyz', true, 'well', null],
  ['/readyz', true, 'away', null],
  ['/readyz', false, 'well', 'not_on_air'],
  ['/readyz?part=web', true, 'well', null],
  ['/readyz?part=web', false, 'well', null],
  ['/readyz?part=web', true, 'stuck', 'unavailable'],
])(
  '[W219] %s with the radio on air: %s and the database %s: code %s',
  async (path, broadcast, database, code) => {
    const answer = await readinessAnswer(
      new Request(`http://web.example.org${path}`, { headers: { 'x-language': 'en' } }),
      { onAir: { isOnAir: async () => broadcast }, health: async () => database },
    );
    const { status, headers } = answer;
    const state = { broadcast, web: database === 'well' };
    const said = code === null ? { success: true } : { success: false, error: FAILURE_TEXTS[code].en, code };
    expect([status, headers.get('cache-control')]).toEqual([code === null ? 200 : 503, 'no-store']);
    expect(headers.get('content-language')).toBe(code === null ? null : 'en');
    expect(headers.get('vary')).toBe(code === null ? null : 'Accept-Language, X-Language');
    expect(await answer.json()).toEqual({ ...said, ...state, data: state });
  },
);
