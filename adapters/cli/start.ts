#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { requireCached } from './codeCache.ts';

// The entry point of the bundled `podsim`; podsim.ts is the command line itself.

const command = process.argv[2] ?? '';
const serves = ['serve', 'exec'].includes(command);

// The V8 of Node 20 optimizes a function after it has run for 70 kB of bytecode. A short command has called most of its functions by
// then, so that work is wasted. The higher budget delays it; long runs are optimized all the same. Later versions do not know the
// option, and a server, which stores data, takes no risks with options that are set after the start.
if (!serves && process.versions.v8.startsWith('11.') && process.versions['bun'] === undefined)
  setFlagsFromString('--interrupt-budget=1000000');

const writes = () => serves || cli.playsHere();
const cli = requireCached(import.meta.dirname, serves ? 'serve' : 'run', writes)('main.js') as typeof import('./podsim.ts');
cli.start();
