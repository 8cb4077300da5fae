import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import manifest from '../package.json' with { type: 'json' };

/**
 * An npm that says that it was called, and is done when there is a file `go`; what a file `lost` holds does
 * not come, and what lies in `come` does.
 */
const NPM = `#!/bin/sh
echo $$ >> calls
if [ "$1" = rebuild ]; then mkdir node_modules/.bin && touch node_modules/.bin/node && exit; fi
echo "$@" > words
command -v node >> nodes
while [ ! -e go ]; do sleep 0.05; done
mkdir -p node_modules
if [ -e come ]; then cp -r come/. node_modules; fi
cp package-lock.json node_modules/.package-lock.json
if [ -e lost ]; then mv lost node_modules/.package-lock.json; fi
`;

const { withLock }: { withLock: (lock: string, work: () => Promise<void>) => Promise<void> } = createRequire(
  import.meta.url,
)('./install-lock.cjs');

let root: string;
let lock: string;
let started: { process: ChildProcess; text: string }[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onde-setup-'));
  lock = join(root, '.onde-install.lock');
  started = [];
  for (const folder of ['scripts', 'bin']) await mkdir(join(root, folder));
  for (const name of [
    'setup.cjs',
    'install-lock.cjs',
    'install-steps.cjs',
    'node-version.cjs',
    'programs.cjs',
  ])
    await copyFile(join(import.meta.dirname, name), join(root, 'scripts', name));
  await writeFile(join(root, 'package.json'), JSON.stringify({ engines: manifest.engines }));
  await writeFile(join(root, 'package-lock.json'), '{}');
  await writeFile(join(root, 'bin', 'npm'), NPM);
  await chmod(join(root, 'bin', 'npm'), 0o755);
});
afterEach(async () => {
  go();
  for (const one of started) one.process.kill('SIGKILL');
  for (const pid of calls()) kill(pid);
  await rm(root, { recursive: true, force: true, maxRetries: 5 });
});

const go = () => writeFileSync(join(root, 'go'), '');
/** The processes that were called; a line that is still being written says nothing yet. */
const calls = () =>
  existsSync(join(root, 'calls'))
    ? readFileSync(join(root, 'calls'), 'utf8').split('\n').slice(0, -1).map(Number)
    : [];
const kill = (pid: number, signal: NodeJS.Signals = 'SIGKILL') => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
};
const ended = async ({ process: child }: { process: ChildProcess }) =>
  child.exitCode ?? child.signalCode ?? (await once(child, 'exit').then(([code, signal]) => code ?? signal));

function start(
  words: string[] = [],
  path = `${join(root, 'bin')}:${process.env.PATH}`,
  environment: Record<string, string> = {},
) {
  const child = spawn(process.execPath, ['scripts/setup.cjs', ...words], {
    cwd: root,
    env: {
      ...process.env,
      PATH: path,
      // The programs of the tests are there.
      CHROMIUM: 'chromium',
      ONDE_TEST_DATABASE_URL: 'postgres://',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const one = { process: child, text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      one.text += bytes;
    });
  started.push(one);
  return one;
}

/** What changes Node for a start: it is loaded before. */
async function preloaded(text: string) {
  const file = join(root, 'preloaded.cjs');
  await writeFile(file, `const fs = require('fs');\n${text}`);
  return { NODE_OPTIONS: `--require ${file}` };
}

async function startInstalling() {
  const one = start();
  await vi.waitFor(() => expect(calls()).toHaveLength(1), PATIENT);
  return one;
}

const setAge = (minutes: number) => {
  const then = new Date(Date.now() - minutes * MINUTE_MS);
  utimesSync(lock, then, then);
};

test('the lock of an install that was killed holds nobody up for two minutes', async () => {
  const killed = await startInstalling();
  killed.process.kill('SIGKILL');
  await ended(killed);
  setAge(1);
  const next = start();
  await vi.waitFor(() => expect(next.text).toContain(lock), PATIENT);
  expect(calls()).toHaveLength(1);
  setAge(2);
  await vi.waitFor(() => expect(calls()).toHaveLength(2), PATIENT);
  go();
  expect(await ended(next)).toBe(0);
  expect(existsSync(lock)).toBe(false);
});

test('an install at work keeps its lock fresh, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const working = Promise.withResolvers<void>();
  const done = withLock(lock, () => working.promise);
  await vi.waitFor(() => expect(existsSync(lock)).toBe(true), PATIENT);
  await new Promise(setImmediate);
  setAge(1);
  vi.advanceTimersByTime(MINUTE_MS);
  vi.useRealTimers();
  expect(Date.now() - statSync(lock).mtimeMs).toBeLessThan(MINUTE_MS);
  working.resolve();
  await done;
  expect(existsSync(lock)).toBe(false);
});

test('a full disk keeps nobody who has everything from starting', async () => {
  // The folder of the lock cannot be made, as on a disk without a free block.
  const noLock = join(root, 'package-lock.json', 'lock');
  const work = vi.fn(async () => {});
  await withLock(noLock, work);
  expect(work).toHaveBeenCalledOnce();
});

test('an npm that fails ends in a sentence that says what to do, and leaves no lock', async () => {
  await writeFile(join(root, 'bin', 'npm'), '#!/bin/sh\nexit 1\n');
  const one = start();
  expect(await ended(one)).toBe(1);
  expect(one.text).toContain('The packages could not be installed.\nCheck the network');
  expect(existsSync(lock)).toBe(false);
});

test('an update whose packages do not come leaves those that a station runs on', async () => {
  const kept = join(root, 'node_modules', 'kept');
  await mkdir(join(root, 'node_modules'));
  await writeFile(kept, 'before');
  await writeFile(join(root, 'bin', 'npm'), '#!/bin/sh\nrm -rf node_modules\nmkdir node_modules\nexit 1\n');
  // A start that waits for the lock takes what it finds once that is gone.
  const seen = await preloaded(`const rename = fs.renameSync;
    fs.renameSync = (from, to) => {
      if (to.endsWith('node_modules')) console.log('locked: ' + fs.existsSync('.onde-install.lock'));
      rename(from, to);
    };`);
  const one = start([], undefined, seen);
  expect(await ended(one)).toBe(1);
  expect(one.text).toContain('the packages of before are in place again');
  expect(one.text).toContain('locked: true');
  expect(readFileSync(kept, 'utf8')).toBe('before');
  expect(existsSync(join(root, '.onde-modules'))).toBe(false);
});

// Ctrl-C in a terminal reaches all that run there, npm and a service the shell alone.
test.each([
  ['sh', 'all'],
  ['bash', 'all'],
  ['sh', 'alone'],
  ['bash', 'alone'],
])(
  '`npm start` by %s that is told to stop (%s) waits for its install, and starts nothing',
  async (shell, whom) => {
    await mkdir(join(root, 'src', 'cli'), { recursive: true });
    await writeFile(join(root, 'src', 'cli', 'keep-on-air.sh'), 'echo on the air');
    const child = spawn(shell, ['-c', manifest.scripts.start], {
      cwd: root,
      env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
    });
    const one = { process: child, text: '' };
    started.push(one);
    await vi.waitFor(() => expect(calls()).toHaveLength(1), PATIENT);
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(child.pid)]);
    const others = whom === 'all' ? stdout.trim().split('\n').map(Number) : [];
    for (const pid of [child.pid ?? 0, ...others]) kill(pid, 'SIGTERM');
    go();
    expect(await ended(one)).toBe(130);
    expect(existsSync(join(root, 'node_modules', '.package-lock.json'))).toBe(true);
    expect(said).not.toContain('on the air');
  },
);

test('a system without npm is told the same', async () => {
  await rm(join(root, 'bin', 'npm'));
  const one = start([], join(root, 'bin'));
  expect(await ended(one)).toBe(1);
  expect(one.text).toContain('that npm 9 or newer is there');
});

test('an npm that is killed, as by a kernel without memory, is told as that', async () => {
  await writeFile(join(root, 'bin', 'npm'), '#!/bin/sh\nkill -9 $$\n');
  const one = start();
  expect(await ended(one)).toBe(1);
  expect(one.text).toMatch(/npm was killed .*\n.*lacks memory/);
});

test.each([
  ['EACCES', /^Give this account the right to write in /m],
  ['ENOSPC', /^Free some space/m],
])('what the file system refuses (%s) ends the install in words', async (code, remedy) => {
  const refusing = await preloaded(`const write = fs.writeFileSync;
    fs.writeFileSync = (path, ...rest) => {
      if (path.endsWith('.onde-installed')) throw Object.assign(new Error('no writing'), { code: '${code}' });
      write(path, ...rest);
    };`);
  go();
  const one = start([], undefined, refusing);
  expect(await ended(one)).toBe(1);
  expect(one.text).toContain('Onde: no writing\n');
  expect(one.text).toMatch(remedy);
});

test('what an install that was done has left aside is not put back in place of it', async () => {
  go();
  expect(await ended(start())).toBe(0);
  await writeFile(join(root, 'node_modules', 'good'), '');
  await mkdir(join(root, '.onde-modules'));
  await writeFile(join(root, 'package-lock.json'), '{ }');
  await writeFile(join(root, 'bin', 'npm'), '#!/bin/sh\nexit 1\n');
  expect(await ended(start())).toBe(1);
  expect(existsSync(join(root, 'node_modules', 'good'))).toBe(true);
  expect(existsSync(join(root, '.onde-modules'))).toBe(false);
});

test('packages of before that cannot be removed keep nobody from starting', async () => {
  await mkdir(join(root, 'node_modules'));
  const refusing = await preloaded(`const remove = fs.rmSync;
    fs.rmSync = (path, ...rest) => {
      if (path.endsWith('.onde-modules') && fs.existsSync(path)) throw new Error('of root');
      remove(path, ...rest);
    };`);
  go();
  const one = start([], undefined, refusing);
  expect(await ended(one)).toBe(0);
  expect(one.text).toContain('.onde-modules cannot be removed (of root)');
});

test('an install runs no script of a package: what one would fetch is checked by nobody', async () => {
  go();
  expect(await ended(start())).toBe(0);
  expect(readFileSync(join(root, 'words'), 'utf8').split(' ')).toContain('--ignore-scripts');
});

describe('packages that somebody has installed by hand', () => {
  const LOCKED = {
    '': { name: 'onde' },
    'node_modules/kept': { version: '2.0.0', integrity: 'sha512-kept' },
    'node_modules/tested': { version: '1.0.0', integrity: 'sha512-tested', dev: true },
    'node_modules/elsewhere': { version: '1.0.0', integrity: 'sha512-else', optional: true, os: ['plan9'] },
  };
  const KEPT = { 'node_modules/kept': LOCKED['node_modules/kept'] };
  const TESTED = { 'node_modules/tested': LOCKED['node_modules/tested'] };

  async function installByHand(packages: Record<string, unknown>) {
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCKED }));
    for (const path of ['node_modules', ...Object.keys(packages)])
      await mkdir(join(root, path), { recursive: true });
    await writeFile(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
    go();
  }

  test('are not installed once more', async () => {
    await installByHand({ ...KEPT, ...TESTED });
    expect([await ended(start()), await ended(start(['--test']))]).toEqual([0, 0]);
    expect(calls()).toEqual([]);
  });

  test.each([
    ['a version before', { 'node_modules/kept': { version: '1.0.0', integrity: 'sha512-former' } }],
    ['a package less', TESTED],
  ])('are replaced where there is %s', async (_what, packages) => {
    await installByHand(packages);
    expect(await ended(start())).toBe(0);
    expect(calls()).toHaveLength(1);
  });

  test('are replaced where one is listed and gone', async () => {
    await installByHand(KEPT);
    await rm(join(root, 'node_modules', 'kept'), { recursive: true });
    expect(await ended(start())).toBe(0);
    expect(calls()).toHaveLength(1);
  });
});

test('a package for this machine that npm leaves out, because it did not come, is fetched once more', async () => {
  const here = { version: '24.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  const packages = { 'node_modules/node-here': { ...here, integrity: 'sha512-node' } };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  await writeFile(join(root, 'lost'), JSON.stringify({ packages: {} }));
  go();
  expect(await ended(start())).toBe(0);
  expect(calls()).toHaveLength(2);
  expect(await ended(start())).toBe(0);
  expect(calls()).toHaveLength(2);
});

test('an install from which npm leaves out a package each time fails in words, and is not taken for done', async () => {
  const lacking = (cpu: string) => ({
    optional: true,
    os: process.platform,
    cpu,
    integrity: `sha512-${cpu}`,
  });
  const elsewhere = lacking(`${process.arch}-of-another-kind`);
  const packages = { 'node_modules/here': lacking(process.arch), 'node_modules/elsewhere': elsewhere };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  await writeFile(
    join(root, 'bin', 'npm'),
    `${NPM}echo '{"packages":{}}' > node_modules/.package-lock.json\n`,
  );
  go();
  const one = start();
  expect(await ended(one)).toBe(1);
  expect(one.text).toContain('npm has left out here.\nCheck the network');
  expect(existsSync(join(root, 'node_modules', '.onde-installed'))).toBe(false);
});

test('what npm leaves out because the system’s Node is too old for it is fetched by the pinned one', async () => {
  const hasGlibc = JSON.stringify(process.report.getReport()).includes('glibcVersionRuntime');
  const engine = {
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
    libc: [hasGlibc ? 'glibc' : 'musl'],
  };
  const packages = { 'node_modules/engine': { ...engine, integrity: 'sha512-engine' } };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  await writeFile(join(root, 'lost'), JSON.stringify({ packages: {} }));
  const pinned = join(root, 'come', `node-${process.platform}-${process.arch}`, 'bin');
  await mkdir(pinned, { recursive: true });
  await writeFile(join(pinned, 'node'), '#!/bin/sh\n', { mode: 0o755 });
  go();
  expect(await ended(start())).toBe(0);
  const nodes = readFileSync(join(root, 'nodes'), 'utf8').trim().split('\n');
  expect(nodes[1]).toBe(join(root, '.onde-node', 'node'));
  expect([nodes.length, existsSync(nodes[1] ?? '')]).toEqual([2, false]);
});

test('the copy of the pinned Node that a killed install left goes with the next start, of 126 MB', async () => {
  go();
  expect(await ended(start())).toBe(0);
  await mkdir(join(root, '.onde-node'));
  await writeFile(join(root, '.onde-node', 'node'), '');
  expect(await ended(start())).toBe(0);
  expect([calls().length, existsSync(join(root, '.onde-node'))]).toEqual([1, false]);
});

test('an install leaves the folder in which a service, that may make none, keeps what it has compiled', async () => {
  go();
  expect(await ended(start())).toBe(0);
  expect(existsSync(join(root, 'node_modules', '.cache'))).toBe(true);
});

test('the pinned Node is linked where npm leaves that out, as Debian’s does for what is optional', async () => {
  await mkdir(join(root, 'come', `node-${process.platform}-${process.arch}`), { recursive: true });
  go();
  expect(await ended(start())).toBe(0);
  expect(existsSync(join(root, 'node_modules', '.bin', 'node'))).toBe(true);
  expect(await ended(start())).toBe(0);
  expect(calls()).toHaveLength(2);
});

// bash remembers where the Node was that installed.
test.each(['sh', 'bash'])(
  'what has just been installed is what a command then runs by (%s)',
  async (shell) => {
    const bin = join('node_modules', '.bin');
    await mkdir(join(root, 'come', '.bin'), { recursive: true });
    await writeFile(join(root, 'come', '.bin', 'node'), '#!/bin/sh\necho pinned "$@"\n', { mode: 0o755 });
    go();
    const { stdout } = await promisify(execFile)(shell, ['-c', manifest.scripts.build], {
      cwd: root,
      env: { ...process.env, PATH: [join(root, bin), join(root, 'bin'), process.env.PATH].join(':') },
    });
    expect(stdout).toContain('pinned scripts/build.ts\n');
  },
);

test('what root installs, the account of the station can read, however private root keeps its files', async () => {
  go();
  const before = process.umask(0o077);
  const one = start();
  process.umask(before);
  expect(await ended(one)).toBe(0);
  expect(statSync(join(root, 'node_modules', '.package-lock.json')).mode & 0o777).toBe(0o644);
});

test('an install that was cut short is not taken for one that was done', async () => {
  go();
  expect(await ended(start())).toBe(0);
  await rm(join(root, 'go'));
  await writeFile(join(root, 'package-lock.json'), '{ }');
  const killed = start();
  await vi.waitFor(() => expect(calls()).toHaveLength(2), PATIENT);
  killed.process.kill('SIGKILL');
  await ended(killed);
  setAge(2);
  await writeFile(join(root, 'package-lock.json'), '{}');
  go();
  expect(await ended(start())).toBe(0);
  expect(calls()).toHaveLength(3);
});

test('a start during an install says once that it waits for it, and does not install again', async () => {
  const first = await startInstalling();
  const second = start();
  await vi.waitFor(() => expect(second.text).toContain(lock), PATIENT);
  expect(second.text).toContain('another install is running here');
  go();
  expect([await ended(first), await ended(second)]).toEqual([0, 0]);
  expect(second.text.match(/another install/g)).toHaveLength(1);
  expect(calls()).toHaveLength(1);
  expect(existsSync(lock)).toBe(false);
});

test.each(['SIGHUP', 'SIGTERM', 'SIGINT'] as const)(
  'an install that ends with its terminal (%s) leaves no lock',
  async (signal) => {
    const one = await startInstalling();
    one.process.kill(signal);
    for (const pid of calls()) kill(pid, 'SIGTERM');
    expect(await ended(one)).toBe(1);
    expect(existsSync(lock)).toBe(false);
  },
);
