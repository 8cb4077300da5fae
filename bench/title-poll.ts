import type { Result } from './result.ts';
import { startOnde } from './support/onde.ts';
import { cpuSeconds } from './support/process-cost.ts';
import { requestsPerSecond, requirePeers, startNginx } from './support/wrk.ts';

const SECONDS = 10;
const ROUNDS = 3;
const CONNECTIONS = 32;

/** What every open page asks for all the time, from Onde and as a file from nginx, in turn. */
export async function titlePoll(): Promise<Result[]> {
  requirePeers();
  await using onde = await startOnde(8190);
  const address = `${onde.origin}/titre.json`;
  const titles = await (await fetch(address)).text();
  await using nginx = await startNginx(8191, '', { files: { 'titre.json': titles }, path: '/titre.json' });
  const asked = { seconds: SECONDS, connections: CONNECTIONS };
  const before = cpuSeconds([onde.broadcastPid]);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(requestsPerSecond(address, asked));
    theirs.push(requestsPerSecond(`${nginx.origin}/titre.json`, asked));
  }
  const answers = ours.reduce((sum, rate) => sum + rate * SECONDS, 0);
  const microseconds = ((cpuSeconds([onde.broadcastPid]) - before) / answers) * 1e6;
  return [
    {
      what: 'CPU of a `titre.json`',
      unit: 'µs',
      onde: microseconds,
      peer: null,
      goal: { of: 'figure', atMost: 25 },
    },
    {
      what: '`titre.json`, best of three',
      unit: 'requests/s',
      onde: Math.max(...ours),
      peer: { name: 'nginx, one worker, the same bytes as a file', figure: Math.max(...theirs) },
      goal: { of: 'ratio', atLeast: 0.5 },
    },
  ];
}
