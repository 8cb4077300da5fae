'use strict';
// Runs with setup.cjs on whatever Node the system has (12 or newer): CommonJS, no dependencies.

/** Resolves with a child's exit code; with the error when it could not be started. */
function statusOf(child) {
  return new Promise((done) => child.once('exit', done).once('error', done));
}

function fail(what, remedy) {
  console.error(`\nOnde: ${what}\n${remedy}`);
  process.exit(1);
}

module.exports = { fail, statusOf };
