import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { startNginx as startDeployedNginx } from '../tests/support/nginx.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { type WrittenMember, writeMembers } from '../tests/support/written-members.ts';
import { fillCatalogue } from './catalogue-load.ts';
import type { Result } from './result.ts';
import { percentile } from './support/crowd.ts';
import { copyStation, startOnde } from './support/onde.ts';
import { startWebProcess } from './support/web-process.ts';
import { requestsPerSecond, requirePeers, startNginx } from './support/wrk.ts';

const PORT = 8194;
const WEB_PORTS = [8195, 8196] as const;
const NGINX_PORTS = { files: 8197, both: 8199 } as const;
const HOME = '/fr/dance';
const ROUNDS = 3;
const ASKED = { seconds: 5, connections: 32 };
/** As browsers of today write it. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd', 'accept-language': 'fr-FR,fr;q=0.9' };
const MEMBERS = 200;
const CATALOGUE = { tracks: 10_000, plays: 200_000 };

/**
 * The site on PostgreSQL: home from its own cache, from that of nginx and drawn anew, and two web processes beside one.
 * What is compared is asked in turn.
 */
export async function site(): Promise<Result[]> {
  requirePeers();
  await using bench = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'onde-site-'));
  bench.defer(() => rmSync(home, { recursive: true, force: true }));
  await copyStation(PORT, home);
  const server = bench.use(await startPostgres());
  const settings = { DATABASE_URL: server.url, TRUST_PROXY: '1' };
  const members = await fill(server.url);
  const onde = bench.use(await startOnde(PORT, { ...settings, HOST: '127.0.0.1' }, home));
  const webs = [];
  for (const port of WEB_PORTS) {
    const [dataDir, stationDir] = [join(home, `data-${port}`), join(home, `none-${port}`)];
    const own = { ...settings, ORIGIN: onde.origin, DATA_DIR: dataDir, STATION_DIR: stationDir };
    webs.push(bench.use(await startWebProcess(port, own, HOME)));
  }
  const [one, other] = webs;
  if (one === undefined || other === undefined) throw new Error('No web process was started.');
  const address = `http://127.0.0.1:${one.port}`;
  const both = bench.use(
    await startNginx(NGINX_PORTS.both, 'location / { proxy_pass http://webs; }', {
      path: HOME,
      http: `${PROXYING} upstream webs { server 127.0.0.1:${one.port}; server 127.0.0.1:${other.port}; keepalive 64; }`,
    }),
  );
  return [
    ...(await kept(bench, onde.origin, address)),
    ...drawnAnew(address, both.origin),
    oneAndTwo('calls of members', callsOf(members), `${address}/`, `${both.origin}/`),
  ];
}

/** As `deploy/nginx` has it. */
const OPENED_ONCE = 'open_file_cache max=10000 inactive=1m; open_file_cache_valid 1m;';
const LOGGING = 'access_log /dev/null combined buffer=32k flush=5s;';
const PROXYING = 'proxy_http_version 1.1; proxy_set_header Connection "";';

/** What is kept, from Onde and from nginx: the same bytes as a file, and from the cache of `deploy/nginx`. */
async function kept(bench: AsyncDisposableStack, front: string, web: string): Promise<Result[]> {
  const page = await fetch(`${web}${HOME}`, { headers: { ...BROWSER, 'accept-encoding': 'br' } });
  const text = new Uint8Array(await page.arrayBuffer());
  const size = Number(page.headers.get('content-length'));
  // Of the size that is sent, with the same head: nginx is not asked to compress anything.
  const files = bench.use(
    await startNginx(NGINX_PORTS.files, `${sameHead(page.headers)} ${LOGGING}`, {
      files: { 'home.html': text.subarray(0, size) },
      path: '/home.html',
      http: OPENED_ONCE,
    }),
  );
  const [radioAt, webAt] = [new URL(front).host, new URL(web).host];
  // With the file that operators take, its log included.
  const cache = bench.use(await startDeployedNginx({ radio: radioAt, web: [webAt, webAt] }));
  const rates = { front: [0], web: [0], cache: [0], files: [0] };
  const ask = (url: string) => requestsPerSecond(url, { ...ASKED, headers: BROWSER });
  for (let round = 0; round < ROUNDS; round++) {
    rates.front.push(ask(`${front}${HOME}`));
    rates.web.push(ask(`${web}${HOME}`));
    rates.cache.push(ask(`${cache.origin}${HOME}`));
    rates.files.push(ask(`${files.origin}/home.html`));
  }
  const peer = {
    name: `nginx, one worker, the same ${size} bytes and head as a file`,
    figure: Math.max(...rates.files),
  };
  const result = (what: string, figures: number[], atLeast: number): Result => ({
    what: `home, ${what}, best of three`,
    unit: 'requests/s',
    onde: Math.max(...figures),
    peer,
    goal: { of: 'ratio', atLeast },
  });
  return [
    result('kept by a web process', rates.web, 0.25),
    result('the same through the front door', rates.front, 0.25),
    result("from nginx's cache before it", rates.cache, 0.9),
  ];
}

/** Those of a page that nginx does not write by itself. */
function sameHead(headers: Headers): string {
  const own = [
    'content-length',
    'content-type',
    'content-encoding',
    'date',
    'connection',
    'keep-alive',
    'etag',
  ];
  return [...headers]
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => `add_header ${name} '${value.replaceAll("'", "\\'")}';`)
    .join(' ');
}

/** Pages that nobody has asked for before: the moment looked for is part of their address. */
function drawnAnew(web: string, both: string): Result[] {
  const result = oneAndTwo('home drawn anew', NEVER_KEPT, web + HOME, both + HOME);
  const { onde } = result;
  return [
    {
      what: 'home drawn anew, two web processes',
      unit: 'pages/s',
      onde,
      peer: null,
      goal: { of: 'figure', atLeast: 150 },
    },
    result,
  ];
}

/** Each from an address of its own: what one may have drawn anew is limited. */
const NEVER_KEPT = `
local count = 0
math.randomseed(os.time())
request = function()
  count = count + 1
  local peer = "203." .. math.random(0, 255) .. "." .. math.random(0, 255) .. "." .. math.random(0, 255)
  local path = "${HOME}?date=2026-01-01&time=" .. math.random(1, 1000000000) .. count
  return wrk.format("GET", path, { ["X-Forwarded-For"] = peer, ["Accept-Encoding"] = "br" })
end`;

/** Every member asks for profile, preferences and favourites, and what they voted, in turn. */
function callsOf(members: readonly WrittenMember[]): string {
  const people = members.map(({ id, token }) => `{ "${id}", "${token}" }`).join(', ');
  return `
local people = { ${people} }
local calls = { "profile", "preferences", "favorites&action=list&user_id=", "favorites&action=count&user_id=" }
local count = 0
request = function()
  count = count + 1
  local id, token = unpack(people[count % #people + 1])
  local call = calls[math.floor(count / #people) % #calls + 1]
  if call:sub(-1) == "=" then call = call .. id end
  local headers = { Authorization = "Bearer " .. token, ["X-Forwarded-For"] = "203.0." .. math.floor(count / 256) % 256 .. "." .. count % 256 }
  return wrk.format("GET", "/api-proxy.php?endpoint=" .. call, headers)
end`;
}

function oneAndTwo(what: string, script: string, one: string, two: string): Result {
  const alone: number[] = [];
  const together: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(requestsPerSecond(one, { ...ASKED, script }));
    together.push(requestsPerSecond(two, { ...ASKED, script }));
  }
  return {
    what: `${what}, two web processes behind nginx`,
    unit: 'requests/s',
    onde: percentile(together, 0.5),
    peer: { name: 'one of them', figure: percentile(alone, 0.5) },
    goal: { of: 'ratio', atLeast: 1.6 },
  };
}

async function fill(databaseUrl: string): Promise<WrittenMember[]> {
  const logger = createLogger({ level: 'silent', part: 'bench' });
  await using db = await openDatabase({ databaseUrl, sqlitePath: '', logger });
  const nowMs = Date.now();
  await fillCatalogue(db, { ...CATALOGUE, nowMs });
  // Its songs have brought their own numbers.
  await sql`select setval(pg_get_serial_sequence('songs', 'id'), (select max(id) from songs))`.execute(db);
  return await writeMembers(db, MEMBERS, nowMs);
}
