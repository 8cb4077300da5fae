#!/usr/bin/env node
'use strict';
// `npx onde …` with whatever Node the system has: hands over to the pinned one.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const pinned = join(root, 'node_modules', '.bin', 'node');
const node = existsSync(pinned) ? pinned : process.execPath;
const run = spawnSync(node, [join(root, 'src', 'cli', 'onde.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = run.status ?? 1;
