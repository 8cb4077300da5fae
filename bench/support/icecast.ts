import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ended, waitUntil } from './onde.ts';

/** Its burst of 65,535 bytes is whole only after that much audio of 128 kbit/s has come in. */
const BURST_FILLED_MS = 6_000;
/** Icecast 2.4.4 may fall over where somebody connects in the first moments of its start. */
const LEFT_ALONE_MS = 300;

export interface RunningIcecast extends AsyncDisposable {
  pid: number;
  origin: string;
}

/**
 * Debian's Icecast 2 with its shipped burst and queue, relaying `mounts` of a running Onde: the same source
 * for both.
 */
export async function startIcecast(
  port: number,
  ondeOrigin: string,
  streamIds: readonly string[],
): Promise<RunningIcecast> {
  if (!existsSync('/usr/bin/icecast2')) throw new Error('The peer is missing: apt-get install icecast2');
  const folder = mkdtempSync(join(tmpdir(), 'onde-icecast-'));
  writeFileSync(join(folder, 'icecast.xml'), configuration(port, folder));
  const user = spawnSync('id', ['-u', 'icecast2'], { encoding: 'utf8' }).stdout.trim();
  if (user) chownSync(folder, Number(user), 0);
  const child = spawn('/usr/bin/icecast2', ['-c', join(folder, 'icecast.xml')], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await delay(LEFT_ALONE_MS);
  await waitUntil(async () => (await fetch(`${origin}/status-json.xsl`)).ok, child, 'Icecast did not start');
  const sources = streamIds.map((id) => pushSource(`${ondeOrigin}/stream/${id}.mp3`, port, `/${id}.mp3`));
  await waitUntil(
    async () => (await (await fetch(`${origin}/status-json.xsl`)).text()).includes('listenurl'),
    child,
    'Icecast got no source',
  );
  await delay(BURST_FILLED_MS);
  return {
    pid: child.pid ?? 0,
    origin,
    async [Symbol.asyncDispose]() {
      for (const stop of sources) stop();
      await ended(child);
    },
  };
}

/** Carries one stream of Onde into Icecast as a source client does (PUT, user `source`). */
function pushSource(from: string, port: number, mount: string): () => void {
  const put = request({
    port,
    host: '127.0.0.1',
    method: 'PUT',
    path: mount,
    auth: 'source:bench',
    headers: { 'Content-Type': 'audio/mpeg', 'Ice-Public': '0' },
  });
  // Icecast 2.4 takes a chunked body as it comes and would broadcast the chunks' lengths amid the frames.
  put.useChunkedEncodingByDefault = false;
  put.on('error', () => {});
  put.flushHeaders();
  const pull = get(from, (reply) => reply.pipe(put));
  pull.on('error', () => {});
  return () => {
    pull.destroy();
    put.destroy();
  };
}

function configuration(port: number, folder: string): string {
  return `<icecast>
  <limits><clients>12000</clients><sources>10</sources><queue-size>524288</queue-size><burst-on-connect>1</burst-on-connect><burst-size>65535</burst-size></limits>
  <authentication><source-password>bench</source-password><admin-password>bench</admin-password></authentication>
  <hostname>localhost</hostname>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <fileserve>1</fileserve>
  <paths><basedir>/usr/share/icecast2</basedir><logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot><adminroot>/usr/share/icecast2/admin</adminroot></paths>
  <logging><loglevel>1</loglevel></logging>
  <security><chroot>0</chroot><changeowner><user>icecast2</user><group>icecast</group></changeowner></security>
</icecast>`;
}
