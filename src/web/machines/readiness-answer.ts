import type { DatabaseHealth } from '#src/db/database-health.ts';
import { requestLanguage } from '#src/i18n/negotiation/accept-language.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import { failureAnswer } from '#src/web/wire/failure-answer.ts';
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
  const isReady = new URL(request.url).searchParams.get('part') === 'web' ? state.web : state.broadcast;
  const language = requestLanguage((name) => request.headers.get(name));
  const said = isReady ? { success: true } : failureAnswer(new WireError('unavailable'), language).body;
  return Response.json(
    { ...said, ...state, data: state },
    {
      status: isReady ? 200 : 503,
      headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    },
  );
}
