// A trial of a mutant: what checks the rule it breaks is played with the change in the source, and must fail. That is the scenarios that
// teach the rule, or the tests that the mutant names.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { killGroup } from '../../dist/adapters/fleet/processGroup.js';
import { pathOf } from './pathOf.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const hooks = fileURLToPath(new URL('./hooks.mjs', import.meta.url));
const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
const unbundled = fileURLToPath(new URL('./unbundled.mjs', import.meta.url));
/** A change may make a scenario endless. */
const longestMs = 120_000;

export const scenarioFiles = readdirSync(join(root, 'scenarios'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.scenario.yaml'))
  .map((name) => join('scenarios', name))
  .sort();
const taught = scenarioFiles.map((file) => ({ file, rules: parse(readFileSync(join(root, file), 'utf8')).teaches ?? [] }));

/** The scenarios that teach a rule. */
export const teaching = (/** @type {string} */ rule) => taught.filter(({ rules }) => rules.includes(rule)).map(({ file }) => file);

/**
 * The source with the change in it. Throws if the text does not occur exactly once in the current code.
 * @param {{ file: string, was: string, is: string }} mutant
 */
export const changed = ({ file, was, is }) => {
  const path = pathOf({ file });
  const source = readFileSync(join(root, path), 'utf8');
  const times = source.split(was).length - 1;
  if (times !== 1) throw new Error(`${path} has ${JSON.stringify(was)} ${times} times: bring the table up to date`);
  return source.replace(was, () => is);
};

/**
 * A row of the table, or a file as the build writes it, below `dist`, with a change in it.
 * @typedef {{ file: string, was: string, is: string } | { file: string, source: string }} Mutant
 */

/** What the hook reads. */
const toldTo = (/** @type {Mutant | undefined} */ mutant) =>
  mutant === undefined
    ? {}
    : { PODSIM_MUTANT: JSON.stringify({ file: mutant.file, source: 'source' in mutant ? mutant.source : changed(mutant) }) };

/**
 * Plays scenarios, with the change or without; returns the exit code and the output.
 * @param {readonly string[]} files
 * @param {Mutant} [mutant]
 * @param {{ timeout?: number }} [options]
 * @returns {Promise<{ code: number | null, said: string }>}
 */
export const played = (files, mutant, options) =>
  // In one thread: others would play the bundle, which no hook changes.
  judged(unbundled, ['run', ...files, '--jobs', '1'], mutant, options);

/**
 * Runs a program in one process, with the change or without; returns the exit code and the output.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Mutant} [mutant]
 * @param {{ env?: NodeJS.ProcessEnv, timeout?: number }} [options] of its process
 * @returns {Promise<{ code: number | null, said: string }>}
 */
export const judged = (program, args, mutant, { env: more = {}, timeout = longestMs } = {}) =>
  new Promise((resolve) => {
    const given = mutant === undefined ? [] : ['--import', hooks];
    const child = spawn(process.execPath, [...given, program, ...args], {
      cwd: root,
      env: { ...process.env, ...more, ...toldTo(mutant) },
      timeout,
      killSignal: 'SIGKILL',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('close', (code) => resolve({ code, said }));
  });

/** The process groups of the tests that run. */
const running = new Set();
const stopAll = () => {
  for (const group of running) killGroup(group);
  process.exit(130);
};

/**
 * Whether one of the tests in a file fails with the change.
 * @param {string} tests
 * @param {Mutant} mutant
 */
export const areFailing = async (tests, mutant) => (await ran([tests], mutant)).failed;

/**
 * Runs the tests in files, with the change or without. They load what the build has made, so that the same hook can change it.
 * @param {readonly string[]} tests
 * @param {Mutant} [mutant]
 * @param {{ args?: readonly string[], env?: NodeJS.ProcessEnv, timeout?: number }} [options] of vitest, and of its process
 * @returns {Promise<{ failed: boolean, said: string }>}
 */
export const ran = (tests, mutant, { args = [], env = {}, timeout = longestMs } = {}) =>
  new Promise((resolve, reject) => {
    // A process group of its own: a test that goes on for ever runs in a child of vitest, which no longer listens to it.
    const child = spawn(process.execPath, [vitest, 'run', ...args, ...tests], {
      cwd: root,
      env: { ...process.env, ...env, ...(mutant === undefined ? {} : { NODE_OPTIONS: `--import ${hooks}` }), ...toldTo(mutant) },
      detached: true,
    });
    const timer = setTimeout(() => killGroup(child.pid), timeout);
    if (running.size === 0) process.once('SIGINT', stopAll);
    running.add(child.pid);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child.pid);
      if (running.size === 0) process.off('SIGINT', stopAll);
      // A test that no longer ends is stopped: it has noticed. A run that did not come to its tests has noticed nothing.
      if ((signal === null && !/ (?:passed|failed)/.test(said)) || said.includes('mutant not loaded')) reject(new Error(said));
      else resolve({ failed: code !== 0, said });
    });
  });

/**
 * Whether a scenario that teaches the rule fails with the change; of a row that names tests, whether one of these does.
 * @param {{ rule: string, file: string, was: string, is: string, tests?: string }} mutant
 */
export const isKilled = async (mutant) => {
  if (mutant.tests !== undefined) return areFailing(mutant.tests, mutant);
  const { code, said } = await played(teaching(mutant.rule), mutant);
  if (said.includes('mutant not loaded')) throw new Error(said);
  return code !== 0;
};
