import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { idMeant, timeline } from '../../../engine/index.ts';
import { isAbout } from '../events.ts';
import type { Matching } from './eventPattern.ts';
import { type MatcherSubject, subjectOf, whereToLook } from './subject.ts';

export interface TimelineMatchOptions {
  /** Compares the lines of this entity alone; `job-1` is the first job. */
  readonly of?: string;
}

/**
 * `toMatchTimeline`: the whole timeline is this text, with any indentation, or the content of this file beside the test. A file that
 * does not exist yet is written, like a snapshot; `vitest -u` overwrites one that differs.
 */
export function matchTimeline(this: Matching, received: unknown, textOrFile: string, { of }: TimelineMatchOptions = {}) {
  const subject = subjectOf('toMatchTimeline', received);
  const actual = timelineOf(subject, of);
  const isText = textOrFile.includes('\n');
  const file = isText ? undefined : resolve(dirname(this.testPath ?? '.'), textOrFile);
  const update = this.isNot ? 'none' : (this.snapshotState?.snapshotUpdateState ?? 'none');
  if (file !== undefined && (existsSync(file) ? update === 'all' : update !== 'none')) writeFile(file, actual);
  const expected = file === undefined ? textOrFile : existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const pass = expected !== undefined && plain(expected) === plain(actual);
  return {
    pass,
    ...(pass || expected === undefined ? {} : { actual: plain(actual), expected: plain(expected) }),
    message: () => message(subject, pass, file, expected !== undefined),
  };
}

const timelineOf = ({ log }: MatcherSubject, of: string | undefined): string => {
  const id = of === undefined ? undefined : idMeant(log, of);
  return timeline(log.entries(), id === undefined ? undefined : ({ event }) => isAbout(event, id));
};

const writeFile = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Without what an editor adds: common indentation, spaces at the ends of lines, empty lines at both ends. */
const plain = (text: string): string => {
  const lines = text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const [first, last] = [lines.findIndex((line) => line !== ''), lines.findLastIndex((line) => line !== '')];
  const within = lines.slice(Math.max(first, 0), last + 1);
  const indentation = Math.min(...within.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return within.map((line) => line.slice(indentation)).join('\n');
};

const message = (subject: MatcherSubject, pass: boolean, file: string | undefined, exists: boolean): string => {
  const name = file === undefined ? 'the text' : relative(process.cwd(), file);
  if (pass) return `expected the timeline to differ from ${name}, but it does not\n\n${whereToLook(subject)}`;
  if (!exists) return `there is no file ${name}; run vitest -u to write it\n\n${whereToLook(subject)}`;
  const how = file === undefined ? 'change the text' : 'run vitest -u';
  return `the timeline differs from ${name}; if the new one is right, ${how}\n\n${whereToLook(subject)}`;
};
