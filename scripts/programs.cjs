'use strict';
// The Debian packages of tests and benchmarks. As a program it installs those that the tests lack, while what
// needs none of them is tested already. Runs with setup.cjs on whatever Node the system has (12 or newer).
const { spawn } = require('child_process');
const { existsSync, readdirSync } = require('fs');
const { join } = require('path');
const { fail, statusOf } = require('./install-steps.cjs');

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

if (require.main === module) installPrograms('tests');

/**
 * Ends with a sentence that says what to do where packages are missing that this user cannot install. Returns their
 * names.
 */
function missingPrograms(purpose) {
  const wanted = purpose === 'tests' ? TEST_PROGRAMS : [...TEST_PROGRAMS, ...PEERS];
  const names = wanted.filter((program) => !program.found()).map((program) => program.package);
  const isRoot = typeof process.getuid === 'function' && process.getuid() === 0;
  if (names.length > 0 && !(isRoot && existsSync('/usr/bin/apt-get')))
    fail(
      `The ${purpose} need ${names.join(' and ')}.`,
      `Install ${names.length > 1 ? 'them' : 'it'}, for instance: sudo apt-get install ${names.join(' ')}`,
    );
  return names;
}

async function installPrograms(purpose) {
  const names = missingPrograms(purpose);
  if (names.length === 0) return;
  console.log(`Onde: installing ${names.join(', ')} for the ${purpose}…`);
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

module.exports = { installPrograms, missingPrograms };
