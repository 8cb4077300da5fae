import type { WebHealth } from '#src/broadcast/supervision/web-process.wire.ts';

/** Whether this process can serve: it answers, and so does its database. Balancers read the status. */
export async function healthAnswer(check: { health(): Promise<WebHealth> }): Promise<Response> {
  const database = await check.health();
  const isWell = database === 'well';
  return Response.json(
    { success: isWell, database },
    { status: isWell ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
