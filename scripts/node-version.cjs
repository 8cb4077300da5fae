'use strict';
// Runs with setup.cjs and bin/onde.cjs on whatever Node the system has (12 or newer): CommonJS, no dependencies.
const { engines } = require('../package.json');

/** Whether this Node is at least the one that package.json asks for. */
function isNodeNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [wantedMajor, wantedMinor] = engines.node.match(/\d+/g).map(Number);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

module.exports = { isNodeNewEnough };
