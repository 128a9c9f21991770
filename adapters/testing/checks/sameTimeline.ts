import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { InvalidArgument } from '../../../engine/kernel/index.ts';
import { timeline } from '../../../engine/scenario/index.ts';
import { makeFolderSync } from '../../store/files.ts';
import { findEntity, isAbout } from './entity.ts';
import type { CheckFailure } from './finding.ts';
import { checkOptions, kindOfValue, type OptionNames } from './given.ts';
import { type CheckedWorld, readSubject, whereToLook } from './subject.ts';

export interface TimelineMatchOptions {
  /** Compares the lines of this entity alone; `job-1` is the first job. */
  readonly of?: string;
}

const timelineOptions: OptionNames<TimelineMatchOptions> = { of: 1 };

/** A file with a timeline, which may be written like a snapshot. */
export interface TimelineFile {
  readonly path: string;
  /** `new`: writes a file that does not exist yet. `all`: overwrites one that differs, too. */
  readonly update: 'none' | 'new' | 'all';
  /** How a user has it written. */
  readonly how: string;
}

/** The whole timeline is this text, with any indentation, or the content of this file. */
export const checkTimeline = (
  where: string,
  received: unknown,
  options: TimelineMatchOptions,
  wanted: string | TimelineFile,
): CheckFailure => {
  const subject = readSubject(where, received);
  checkOptions(where, options, timelineOptions);
  const of = 'of' in options ? findEntity(`${where}: \`of\``, subject.log, options.of) : undefined;
  const actual = writeTimeline(subject, of);
  if (typeof wanted === 'object') writeIfDue(wanted, actual);
  const expected = typeof wanted === 'string' ? wanted : existsSync(wanted.path) ? readFileSync(wanted.path, 'utf8') : undefined;
  const pass = expected !== undefined && plain(expected) === plain(actual);
  return {
    pass,
    ...(pass || expected === undefined ? {} : { actual: plain(actual), expected: plain(expected) }),
    message: () => message(subject, pass, wanted, expected, actual),
  };
};

/** Whether a timeline is given as its text, and not as the name of a file. A text of one line has a time in it. */
export const isTimelineText = (where: string, textOrFile: string): boolean => {
  if (typeof textOrFile !== 'string' || textOrFile === '')
    throw new InvalidArgument(
      `${where}: takes a timeline's text, or its file, such as 'a.timeline.txt', and got ${kindOfValue(textOrFile)}`,
    );
  return textOrFile.includes('\n') || /\b\d\d:\d\d:\d\d\b/.test(textOrFile);
};

const writeTimeline = ({ log }: CheckedWorld, id: string | undefined): string =>
  timeline(log.entries(), id === undefined ? undefined : ({ event }) => isAbout(event, id));

const writeIfDue = ({ path, update }: TimelineFile, text: string): void => {
  if (existsSync(path) ? update !== 'all' : update === 'none') return;
  makeFolderSync(dirname(path));
  writeFileSync(path, text);
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

const message = (
  subject: CheckedWorld,
  pass: boolean,
  wanted: string | TimelineFile,
  expected: string | undefined,
  actual: string,
): string => {
  const name = typeof wanted === 'string' ? 'the text' : relative(process.cwd(), wanted.path);
  const how = typeof wanted === 'string' ? 'change the text' : wanted.how;
  const where = whereToLook(subject);
  if (pass) return `expected the timeline to differ from ${name}, but it does not\n\n${where}`;
  if (expected === undefined) return `there is no file ${name}; ${how} to write it\n\n${where}`;
  return `the timeline differs from ${name}; if the new one is right, ${how}\n${firstDifference(plain(expected), plain(actual))}\n\n${where}`;
};

const firstDifference = (expected: string, actual: string): string => {
  const [was, is] = [expected.split('\n'), actual.split('\n')];
  let at = 0;
  while (is[at] === was[at]) at += 1;
  return `  line ${at + 1}:\n    expected ${was[at] ?? '(nothing)'}\n    got      ${is[at] ?? '(nothing)'}`;
};
