'use strict';
// Runs before `npm start`, `npm run build` and `npm test` on whatever Node the system has (12 or newer),
// before anything is installed: CommonJS, no dependencies. Installs the packages when the lock file has
// changed since the last time; with `--test` also the packages and programs that only the tests need, more
// than half of all; with `--bench` those that the benchmarks measure beside Onde as well.
const { spawn } = require('child_process');
const { createHash } = require('crypto');
const { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } = require('fs');
const { join } = require('path');
const { withLock } = require('./install-lock.cjs');

const root = join(__dirname, '..');
const stampFile = join(root, 'node_modules', '.onde-installed');
/** npm writes it when an install is done. */
const npmsListFile = join(root, 'node_modules', '.package-lock.json');
const lock = join(root, '.onde-install.lock');
const packageLock = join(root, 'package-lock.json');
const isForBench = process.argv.includes('--bench');
const isForTests = isForBench || process.argv.includes('--test');

/** Debian packages, and how to tell that one is there. */
const TEST_PROGRAMS = [
  {
    // Chromium without its own windows: a third less to compute for the same pages.
    package: 'chromium-headless-shell',
    found: () => existsSync('/usr/bin/chromium-headless-shell') || Boolean(process.env.CHROMIUM),
  },
  {
    package: 'postgresql',
    found: () => hasPostgresServer() || Boolean(process.env.ONDE_TEST_DATABASE_URL),
  },
  // What stands beside Onde past one machine.
  { package: 'redis-server', found: () => existsSync('/usr/bin/redis-server') },
  { package: 'nginx-light', found: () => existsSync('/usr/sbin/nginx') },
  // Its configuration is compiled, by the C compiler that it brings along.
  { package: 'varnish', found: () => existsSync('/usr/sbin/varnishd') },
  { package: 'varnish-modules', found: () => hasVarnishXkey() },
  { package: 'caddy', found: () => existsSync('/usr/bin/caddy') },
  // Where the streams are pushed to.
  { package: 'icecast2', found: () => existsSync('/usr/bin/icecast2') },
  // An outside playout: 8 MB to fetch, 111 MB with what it needs.
  { package: 'liquidsoap', found: () => existsSync('/usr/bin/liquidsoap') },
  // Two more engines, a sound card that is none for all to play on, and a screen for the one that needs it.
  { package: 'firefox-esr', found: () => existsSync('/usr/bin/firefox-esr') || Boolean(process.env.FIREFOX) },
  {
    package: 'webkit2gtk-driver',
    found: () => existsSync('/usr/bin/WebKitWebDriver') || Boolean(process.env.WEBKIT_DRIVER),
  },
  { package: 'pulseaudio', found: () => existsSync('/usr/bin/pulseaudio') },
  // The desktop's bus, for its media keys.
  { package: 'dbus', found: () => existsSync('/usr/bin/dbus-daemon') && existsSync('/usr/bin/dbus-send') },
  { package: 'xvfb', found: () => existsSync('/usr/bin/Xvfb') },
  // Reads the containers' file; none is started.
  { package: 'docker-compose', found: () => existsSync('/usr/bin/docker-compose') },
  // Reads the unit of the service; nothing of it is started.
  { package: 'systemd', found: () => existsSync('/usr/bin/systemd-analyze') },
];
const PEERS = [
  // Lighthouse and the press on play are measured in the whole browser.
  { package: 'chromium', found: () => existsSync('/usr/bin/chromium') },
  { package: 'wrk', found: () => existsSync('/usr/bin/wrk') },
];

/**
 * An apt of somebody else, such as the machine's own updates, holds its locks for minutes; a mirror is away
 * for less.
 */
const APT_TRIES = 4;
const APT_PAUSE_MS = 20 * 1000;

main().catch((error) => {
  console.error(error);
  process.exit(1);
});

async function main() {
  // Both at once: one waits for the registry mostly, the other one for Debian's mirror and the disk.
  const programs = isForTests ? installPrograms(isForBench ? [...TEST_PROGRAMS, ...PEERS] : TEST_PROGRAMS) : null;
  await withLock(lock, installPackages);
  requirePinnedNode();
  await programs;
}

async function installPackages() {
  const hash = createHash('sha256')
    .update(readFileSync(packageLock))
    .digest('hex');
  const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  const whole = `${hash} all`;
  const wanted = isForTests ? whole : `${hash} start`;
  if (installed === wanted || installed === whole) return;
  if (isInstalledByHand()) return writeFileSync(stampFile, wanted);
  // What is removed first is not taken for an install that was cut short.
  for (const file of [stampFile, npmsListFile]) if (existsSync(file)) unlinkSync(file);
  console.log('Onde: installing packages (first start, or the lock file changed)…');
  await runNpm();
  // npm leaves out an optional package that did not come, without a word; the pinned Node is one.
  if (packagesNotListed().length > 0) await runNpm();
  writeFileSync(stampFile, wanted);
}

async function runNpm() {
  const words = [
    'ci',
    isForTests ? '--include=dev' : '--omit=dev',
    '--include=optional',
    // No package runs a script of its own: some fetch programs from elsewhere, unchecked, and none is needed.
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=5',
  ];
  // The account of the station is often another one, and reads what root installs.
  process.umask(0o022);
  const npm = spawn('npm', words, { cwd: root, stdio: 'inherit', env: cleanEnvironment() });
  if ((await statusOf(npm)) !== 0)
    fail(
      'The packages could not be installed.',
      'Check the network and that npm 10 or newer is there (npm --version), then run the command again.',
    );
}

/**
 * Whether somebody's own `npm ci` has brought all that is wanted: by npm's list of it, and by what really
 * lies there.
 */
function isInstalledByHand() {
  const there = packagesOf(npmsListFile);
  if (there === null || packagesOf(packageLock) === null || packagesNotListed().length > 0) return false;
  return Object.keys(there).every((path) => existsSync(join(root, path)));
}

/** What is wanted here, in this version, and not in npm's list of what it has installed. */
function packagesNotListed() {
  const there = packagesOf(npmsListFile) || {};
  return Object.entries(packagesOf(packageLock) || {}).filter(([path, wanted]) => {
    if (path === '' || (!isForTests && (wanted.dev || wanted.devOptional))) return false;
    if (there[path] === undefined) return wanted.optional !== true || isForThisMachine(wanted);
    return there[path].integrity !== wanted.integrity;
  });
}

/** Null when there is no such file, or a power cut has left half of it. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages || null;
  } catch {
    return null;
  }
}

/** As far as it can be told without asking which C library there is. */
function isForThisMachine({ os = [], cpu = [], libc = [] }) {
  return os.includes(process.platform) && cpu.includes(process.arch) && libc.length === 0;
}

/** npm hands its own settings to scripts as npm_config_*; some of them would change the install. */
function cleanEnvironment() {
  const environment = Object.assign({}, process.env);
  for (const name of Object.keys(environment))
    if (/^npm_(lifecycle|package|config_(omit|production|include))/.test(name)) delete environment[name];
  return environment;
}

function requirePinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(pinned)) return;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 15)) return;
  fail(
    `There is no packaged Node for ${process.platform} ${process.arch}, and this one is ${process.version}.`,
    'Install Node 24 (LTS) from https://nodejs.org and run the command again.',
  );
}

async function installPrograms(programs) {
  const missing = programs.filter((program) => !program.found());
  if (missing.length === 0) return;
  const names = missing.map((program) => program.package);
  if (!existsSync('/usr/bin/apt-get') || typeof process.getuid !== 'function' || process.getuid() !== 0) {
    fail(
      `${isForBench ? 'The benchmarks' : 'The tests'} need ${names.join(' and ')}.`,
      `Install ${names.length > 1 ? 'them' : 'it'}, for instance: sudo apt-get install ${names.join(' ')}`,
    );
  }
  console.log(`Onde: installing ${names.join(', ')} for the ${isForBench ? 'benchmarks' : 'tests'}…`);
  const environment = Object.assign({}, process.env, {
    DEBIAN_FRONTEND: 'noninteractive',
    // A server that comes with its package is not started: who needs it starts one of its own.
    RUNLEVEL: '1',
  });
  const apt = async (...words) => {
    const run = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    });
    return (await statusOf(run)) === 0;
  };
  const words = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  for (let triesLeft = APT_TRIES - 1; ; triesLeft -= 1) {
    // A list of packages that did not come may be one that is not needed, or be there from before.
    await apt('update', '-qq');
    if (await apt(...words)) return;
    if (triesLeft === 0)
      fail(`apt-get ${words.join(' ')} failed.`, 'Run it by hand to see why, then run the tests again.');
    console.log('Onde: apt-get could not do it; trying again…');
    await new Promise((done) => setTimeout(done, APT_PAUSE_MS));
  }
}

/** The programs of a client alone lie there too. */
function hasPostgresServer() {
  const folder = '/usr/lib/postgresql';
  return (
    existsSync(folder) && readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin', 'initdb')))
  );
}

function hasVarnishXkey() {
  const folder = '/usr/lib';
  return readdirSync(folder).some((name) => existsSync(join(folder, name, 'varnish', 'vmods', 'libvmod_xkey.so')));
}

/** Resolves with a child's exit code; with the error when it could not be started. */
function statusOf(child) {
  return new Promise((done) => child.once('exit', done).once('error', done));
}

function fail(what, remedy) {
  console.error(`\nOnde: ${what}\n${remedy}`);
  process.exit(1);
}
