import { FAILURE_TEXTS, FAILURES } from '#src/broadcast/http/failure-texts.ts';
import type { DatabaseHealth } from '#src/db/database-health.ts';
import { requestLanguage } from '#src/i18n/negotiation/accept-language.ts';
import type { RadioMachine } from './radio-machine.ts';

/** What a web process knows of itself and of the radio. */
export interface Readiness {
  readonly onAir: Pick<RadioMachine, 'isOnAir'>;
  health(): Promise<DatabaseHealth>;
}

/**
 * Answers `/readyz` at a web process on a port of its own, as the radio's front door does [W219]: pages ask there
 * whether the radio is within reach again, and balancers send them to any process.
 */
export async function readinessAnswer(request: Request, { onAir, health }: Readiness): Promise<Response> {
  const [broadcast, database] = await Promise.all([onAir.isOnAir(), health()]);
  const state = { broadcast, web: database === 'well' };
  const isOfWeb = new URL(request.url).searchParams.get('part') === 'web';
  const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
  if (isOfWeb ? state.web : state.broadcast)
    return Response.json({ success: true, ...state, data: state }, { headers });
  const language = requestLanguage((name) => request.headers.get(name));
  const code = isOfWeb ? 'unavailable' : 'not_on_air';
  return Response.json(
    { success: false, error: FAILURE_TEXTS[code][language], code, ...state, data: state },
    {
      status: FAILURES[code],
      headers: { ...headers, 'content-language': language, vary: 'Accept-Language, X-Language' },
    },
  );
}
