import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { WrittenMember } from '../../tests/support/written-members.ts';
import { drawKind, type MemberCall } from './member-calls.ts';

/** Between an answer and the next call; nobody is faster for a minute. */
const PAUSE_MS = { least: 500, most: 1_000 };

export interface TimedAnswer {
  /** Name of a CALL_KINDS. */
  readonly kind: string;
  readonly status: number;
  /** From the call to the last byte of its answer. */
  readonly ms: number;
}

/**
 * All members at once, each with a connection and an address of their own, one call after the other with
 * pauses.
 */
export async function timeMembers(
  origin: string,
  members: readonly WrittenMember[],
  seconds: number,
): Promise<TimedAnswer[]> {
  const answers: TimedAnswer[] = [];
  const endMs = performance.now() + seconds * 1000;
  await Promise.all(
    members.map(async (member, at) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      // They do not all begin at the same moment.
      await delay(Math.random() * PAUSE_MS.most);
      while (performance.now() < endMs) {
        const kind = drawKind();
        const headers = {
          authorization: `Bearer ${member.token}`,
          'x-forwarded-for': `203.0.${at >> 8}.${at & 255}`,
        };
        const beforeMs = performance.now();
        const status = await statusOf(origin, agent, headers, kind.make(member));
        answers.push({ kind: kind.name, status, ms: performance.now() - beforeMs });
        await delay(PAUSE_MS.least + Math.random() * (PAUSE_MS.most - PAUSE_MS.least));
      }
      agent.destroy();
    }),
  );
  return answers;
}

function statusOf(
  origin: string,
  agent: Agent,
  headers: Record<string, string>,
  { method, endpoint, body }: MemberCall,
): Promise<number> {
  const sent = body && JSON.stringify(body);
  const more = sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) };
  return new Promise((answered, failed) => {
    const call = request(
      `${origin}/api-proxy.php?endpoint=${endpoint}`,
      { agent, method, headers: { ...headers, ...more } },
      (reply) => {
        reply.once('error', failed).once('end', () => answered(reply.statusCode ?? 0));
        reply.resume();
      },
    );
    call.once('error', failed);
    call.end(sent);
  });
}
