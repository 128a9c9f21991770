// Reruns a log (its path is the argument) under rules to which a setting and a row of a lifecycle are added, and prints what follows.
// A process of its own: an engine digests its tables once.

import { readLog } from '../../../dist/adapters/store/file/logFile.js';
import { entities } from '../../../dist/engine/cloud/entities.js';
import { writeHeader } from '../../../dist/engine/simulator/definition.js';
import { rerun } from '../../../dist/engine/world/history/rerun.js';

Object.assign(entities.job.settings, { madeUp: { ...entities.job.settings.ttl, default: 5 } });
entities.pod.lifecycle.rows.push({ from: 'ONE', event: 'MadeUp', to: 'OTHER', rule: 'made-up' });

const { header, entries } = readLog(process.argv[2]);
const world = rerun(writeHeader(header.definition), entries);
process.stdout.write(JSON.stringify({ ruleset: world.header.podsim.ruleset, fingerprint: world.fingerprint() }));
