// podsim beside SimPy with the same work, and beside the queue alone in SimPy and in a loop by hand: by the time of the processor, in turn.
// `node simulators.mjs kept|cold|streamed` is one measurement, in a process of its own.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './median.mjs';
import { bareLoop, engineRun } from './queue.mjs';

const jobs = 200_000;
const rounds = 5;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Jobs in a second of the processor, the collector's threads included. */
const perSecond = (count, work) => {
  globalThis.gc?.();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (count * 1e6) / (user + system);
};

const keep = () => engineRun(jobs, { invariants: false });

/** The log as lines into a file. */
const stream = () => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-bench-'));
  const file = openSync(join(folder, 'events.ndjson'), 'w');
  engineRun(jobs, { invariants: false, sink: (batch) => writeSync(file, batch.lines()) }).log.flush();
  closeSync(file);
  rmSync(folder, { recursive: true });
};

/** After two runs the compiler has done its work. */
const warm = (work) => {
  for (let k = 0; k < 2; k++) work();
  return median(Array.from({ length: 3 }, () => perSecond(jobs, work)));
};

const measurements = {
  kept: () => warm(keep),
  cold: () => perSecond(jobs, keep),
  streamed: () => warm(stream),
  bare: () => {
    bareLoop(jobs);
    return perSecond(10 * jobs, () => bareLoop(10 * jobs));
  },
};

const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import simpy']).status === 0);

/** SimPy's jobs in a second of the processor: `sameWork.py` keeps the entries and the timers that podsim keeps, `mm8.py` is the queue alone. */
const simpy = (program) => Number(execFileSync(python, [here(program), String(jobs)], { encoding: 'utf8' }));

const measure = (name) => Number(execFileSync(process.execPath, ['--expose-gc', here('simulators.mjs'), name], { encoding: 'utf8' }));

/** Rows of a table: name, value, what it should be. Each is measured in a process of its own, as each program is. */
export const simulatorFigures = () => {
  const turns = Array.from({ length: rounds }, () => ({
    ...(python === undefined ? {} : { sameWork: simpy('sameWork.py'), queueAlone: simpy('mm8.py') }),
    ...Object.fromEntries(Object.keys(measurements).map((name) => [name, measure(name)])),
  }));
  const rate = (name) => median(turns.map((turn) => turn[name]));
  const ratio = (name, to) => median(turns.map((turn) => turn[name] / turn[to]));
  const besideSimpy = [
    ['SimPy, the same work, jobs a CPU second', rate('sameWork'), ''],
    ['log kept, warm : SimPy, the same work', ratio('kept', 'sameWork'), 'at least 3'],
    ['log kept, cold : SimPy, the same work', ratio('cold', 'sameWork'), 'at least 3'],
    ['log streamed, warm : SimPy, the same work', ratio('streamed', 'sameWork'), 'at least 2'],
    ['SimPy, the queue alone', rate('queueAlone'), ''],
    ['log kept, warm : SimPy, the queue alone', ratio('kept', 'queueAlone'), ''],
  ];
  return [
    ['log kept, warm, jobs a CPU second', rate('kept'), ''],
    ['log kept, cold', rate('cold'), ''],
    ['log streamed, warm', rate('streamed'), ''],
    ['the queue alone, a loop by hand', rate('bare'), ''],
    ['a loop by hand : log kept, warm', ratio('bare', 'kept'), 'at most 60'],
    ...(python === undefined ? [] : besideSimpy),
  ];
};

if (process.argv[1] === here('simulators.mjs')) process.stdout.write(String(measurements[process.argv[2]]()));
