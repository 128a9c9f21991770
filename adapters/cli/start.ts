#!/usr/bin/env node
import { requireCached } from './codeCache.ts';

// What `podsim` is where it is bundled; podsim.ts is the command line itself.
const command = process.argv[2] ?? '';
const serves = ['serve', 'exec'].includes(command);
requireCached(import.meta.dirname, serves ? 'serve' : 'run', serves || command === 'run')('main.js');
