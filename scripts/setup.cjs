'use strict';
// Runs first in `npm start`, `npm run build` and `npm test`, on whatever Node the system has (12 or newer),
// before anything is installed: CommonJS, no dependencies. Installs the packages when the lock file has
// changed since the last time; with `--test` also those that only the tests need, more than half of all, whose
// programs come while the first tests run (test.ts); with `--bench` the programs of the benchmarks as well.
const { spawn } = require('child_process');
const { createHash } = require('crypto');
const {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} = require('fs');
const { join, relative } = require('path');
const { withLock } = require('./install-lock.cjs');
const { fail, statusOf } = require('./install-steps.cjs');
const { isNodeNewEnough } = require('./node-version.cjs');
const { installPrograms, missingPrograms } = require('./programs.cjs');

const root = join(__dirname, '..');
const stampFile = join(root, 'node_modules', '.onde-installed');
/** npm writes it when an install is done. */
const npmsListFile = join(root, 'node_modules', '.package-lock.json');
const lock = join(root, '.onde-install.lock');
const packageLock = join(root, 'package-lock.json');
const pinnedPackage = join(root, 'node_modules', `node-${process.platform}-${process.arch}`);
const pinnedNode = join(root, 'node_modules', '.bin', 'node');
/** Where the packages of before lie during an install: a station runs on them, and has them back where it fails. */
const modulesAside = join(root, '.onde-modules');
const modules = join(root, 'node_modules');
/** Where that Node lies while npm, which runs by it, takes it away and brings it anew. */
const nodeAside = join(root, '.onde-node');
const isForBench = process.argv.includes('--bench');
const isForTests = isForBench || process.argv.includes('--test');

main().catch((error) => {
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
    fail(error.message, `Give this account the right to write in ${root}, or run the command as its owner.`);
  if (['ENOSPC', 'EDQUOT'].includes(error.code))
    fail(error.message, 'Free some space on its disk, then run the command again.');
  console.error(error);
  process.exit(1);
});

async function main() {
  // Whoever cannot have them is told so before the packages come, not minutes later.
  if (isForTests) missingPrograms(isForBench ? 'benchmarks' : 'tests');
  // Both at once: one waits for the registry mostly, the other one for Debian's mirror and the disk.
  const programs = isForBench ? installPrograms('benchmarks') : null;
  await withLock(lock, async () => {
    await installPackages();
    await linkPinnedNode();
  });
  requirePinnedNode();
  await programs;
}

async function installPackages() {
  // An install that was killed has left it; with the lock no other one is at work.
  removeNodeAside();
  const hash = createHash('sha256')
    .update(readFileSync(packageLock))
    .digest('hex');
  const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  const whole = `${hash} all`;
  const wanted = isForTests ? whole : `${hash} start`;
  if (installed === wanted || installed === whole) return;
  if (isInstalledByHand()) return stampByHand(wanted);
  console.log('Onde: installing packages (first start, or the lock file changed)…');
  const isAside = setModulesAside();
  // What is removed first is not taken for an install that was cut short.
  if (!isAside) for (const file of [stampFile, npmsListFile]) if (existsSync(file)) unlinkSync(file);
  await installAll();
  // npm leaves out an optional package that did not come, or that asks for a newer Node than the system's, without
  // a word; the pinned Node is one.
  if (packagesNotListed().length > 0) await installAll(keepPinnedNode());
  requireAllPackages();
  // The install took it away. A service that may write nowhere else cannot make it.
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  writeFileSync(stampFile, wanted);
  try {
    removeFolder(modulesAside);
  } catch (error) {
    console.error(`Onde: ${modulesAside} cannot be removed (${error.message}): remove it before the next update, which would take it for the packages of before.`);
  }
}

/** False where there are none, or the folder around them may not be changed. */
function setModulesAside() {
  try {
    // An install that was killed has left them there: what lies in their place is not whole, unless it was done.
    if (existsSync(modulesAside) && !existsSync(stampFile)) removeFolder(modules);
    else {
      removeFolder(modulesAside);
      renameSync(modules, modulesAside);
    }
  } catch {
    return false;
  }
  // Before the lock is given up: whoever waits for that takes what lies there then.
  process.prependOnceListener('exit', () => {
    if (!existsSync(modulesAside) || existsSync(stampFile)) return;
    removeFolder(modules);
    renameSync(modulesAside, modules);
    console.error('Onde: the packages of before are in place again.');
  });
  return true;
}

function removeFolder(path) {
  // Node 12 has the older of the two alone.
  (rmSync || rmdirSync)(path, { recursive: true, ...(rmSync && { force: true }) });
}

/** What root has installed is there for an account that may write nothing here: it compares again the next time. */
function stampByHand(wanted) {
  try {
    writeFileSync(stampFile, wanted);
  } catch (error) {
    if (!['EACCES', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(error.code)) throw error;
  }
}

/** npm 9, which Debian 12 has, links no program of a package that is optional, as the pinned Node is. */
async function linkPinnedNode() {
  if (existsSync(pinnedPackage) && !existsSync(pinnedNode))
    await runNpm(['rebuild', '--ignore-scripts', '--loglevel=error']);
}

/** @param nodeFolder where npm finds its own Node; left out for the system's */
async function installAll(nodeFolder) {
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
  await runNpm(words, nodeFolder);
}

/** A copy of it for as long as this runs, since an install begins by removing it; undefined where it has not come. */
function keepPinnedNode() {
  const node = join(pinnedPackage, 'bin', 'node');
  if (!existsSync(node)) return undefined;
  mkdirSync(nodeAside);
  process.once('exit', removeNodeAside);
  copyFileSync(node, join(nodeAside, 'node'));
  return nodeAside;
}

function removeNodeAside() {
  for (const [remove, path] of [
    [unlinkSync, join(nodeAside, 'node')],
    [rmdirSync, nodeAside],
  ])
    try {
      remove(path);
    } catch (error) {
      if (error.code !== 'ENOENT')
        console.error(`Onde: ${nodeAside} cannot be removed (${error.message}): remove it, it takes 126 MB.`);
    }
}

async function runNpm(words, nodeFolder) {
  // The account of the station is often another one, and reads what root installs.
  process.umask(0o022);
  const env = cleanEnvironment();
  if (nodeFolder) Object.assign(env, { PATH: `${nodeFolder}:${env.PATH}`, NODE_NO_WARNINGS: '1' });
  const npm = spawn('npm', words, { cwd: root, stdio: 'inherit', env });
  const status = await statusOf(npm);
  if (status === null)
    fail(
      'npm was killed before the packages were installed.',
      'Where nobody has done so, the machine lacks memory: stop other programs or add swap, then run the command again.',
    );
  if (status !== 0)
    fail(
      'The packages could not be installed.',
      `Check the network, the room on the disk, the right to write in ${root} and that npm 9 or newer is there (npm --version), then run the command again.`,
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

function requireAllPackages() {
  const missing = packagesNotListed().map(([path]) => path.replace(/^node_modules\//, ''));
  if (missing.length === 0) return;
  // Nothing brings what asks for a newer Node where there is none to fetch.
  if (!(relative(root, pinnedPackage) in packagesOf(packageLock))) requirePinnedNode();
  fail(
    `npm has left out ${missing.join(', ')}.`,
    'Check the network, and the settings of npm (npm config list), then run the command again.',
  );
}

/** Null when there is no such file, or a power cut has left half of it. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages || null;
  } catch {
    return null;
  }
}

/** Some packages have a word where others have a list: of "arm64" `includes` alone would say that it is for "arm". */
function isForThisMachine({ os = [], cpu = [], libc = [] }) {
  const isMine = [].concat(os).includes(process.platform) && [].concat(cpu).includes(process.arch);
  return isMine && (libc.length === 0 || libc.includes(cLibrary()));
}

function cLibrary() {
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** npm hands its own settings to scripts as npm_config_*; some of them would change the install. */
function cleanEnvironment() {
  const environment = Object.assign({}, process.env);
  for (const name of Object.keys(environment))
    if (/^npm_(lifecycle|package|config_(omit|production|include))/.test(name)) delete environment[name];
  return environment;
}

function requirePinnedNode() {
  if (existsSync(pinnedNode) || isNodeNewEnough()) return;
  fail(
    `There is no packaged Node for ${process.platform} ${process.arch}, and this one is ${process.version}.`,
    'Install Node 24 (LTS) from https://nodejs.org and run the command again.',
  );
}
