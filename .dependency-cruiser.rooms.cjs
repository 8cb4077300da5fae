'use strict';
const rules = require('./.dependency-cruiser.cjs');

// Rooms import one way: no folder comes back to itself. Without the tests, which may start whatever they need.
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [{ name: 'no-circles-of-rooms', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: { ...rules.options, exclude: { path: ['\\.test\\.tsx?$', '/testing/', '^tests/'] } },
};
