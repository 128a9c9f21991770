#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { requireCached } from './codeCache.ts';

// What `podsim` is where it is bundled; podsim.ts is the command line itself.

const command = process.argv[2] ?? '';
const serves = ['serve', 'exec'].includes(command);

// The V8 of Node 20 optimizes what has run for 70 kB of bytecode; most of what a short command calls is done by then, and the work
// for nothing. What goes on for long is optimized all the same. Later versions do not know the option, and a server, which keeps data,
// takes no risks with options that are set after the start.
if (!serves && process.versions.v8.startsWith('11.') && process.versions['bun'] === undefined)
  setFlagsFromString('--interrupt-budget=1000000');

requireCached(import.meta.dirname, serves ? 'serve' : 'run', serves || command === 'run')('main.js');
