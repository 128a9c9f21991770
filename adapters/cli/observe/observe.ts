import { rmSync } from 'node:fs';
import { sayDuration } from '../../../engine/kernel/index.ts';
import { findColdWaits, observationText, type Recording } from '../../../engine/lab/fidelity/index.ts';
import { pluralize } from '../../../engine/process/index.ts';
import { ownStartLines } from '../fidelity/ownStarts.ts';
import { writeText } from '../files.ts';
import { exitCodes } from '../terminal/exit.ts';
import { Interrupt } from '../terminal/interrupt.ts';
import { pollProgress } from '../terminal/notes.ts';
import { plain, print } from '../terminal/terminal.ts';
import { forMsUsual, Observer } from './observer.ts';
import {
  type JobOrder,
  nameFiles,
  type ObserveOptions,
  type OutFiles,
  readDuration,
  readInterval,
  readOrder,
  readTarget,
} from './options.ts';
import { ownSurroundings } from './surroundings.ts';

export { jobsJsonSchema } from '../../../engine/lab/fidelity/index.ts';
export type { ObserveOptions } from './options.ts';

/** `podsim observe`: records an endpoint, and jobs that it submits there, as an observation. */
export const observeCommand = async (url: string, options: ObserveOptions): Promise<number> => {
  const order = readOrder(options);
  const [everyMs, forMs] = [readInterval(options), readDuration(options, order)];
  const target = readTarget(url, options);
  const now = new Date().toISOString();
  const files = nameFiles(options, now);
  print(`${announce({ files, order, everyMs, forMs }).join('\n')}\n`);
  const interrupt = new Interrupt();
  const progress = pollProgress();
  try {
    const observer = new Observer(
      {
        target,
        name: files.name,
        date: now.slice(0, 10),
        author: options.author ?? 'unknown',
        everyMs,
        forMs,
        plan: order?.plan,
        nanoUsdMax: order?.nanoUsdMax,
        // Everything seen so far is in the file, whatever ends this process.
        onSeen: (recording) => {
          progress.show(describeLast(recording));
          writeText(files.partial, observationText({ ...recording, brokenOff: 'the recorder has not come to its end' }));
        },
      },
      ownSurroundings(() => interrupt.isAsked),
    );
    const recording = await observer.observe().finally(progress.stop);
    return write(files, recording, observer.advice);
  } finally {
    interrupt.close();
  }
};

/** The nonzero counts of the last poll. */
const describeLast = ({ polls }: Recording): string => {
  const { at = 0, jobs = {}, workers = {} } = polls.at(-1) ?? {};
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
      .join(', ') || 'none';
  return `after ${sayDuration(at)}: jobs ${list(jobs)}; workers ${list(workers)}`;
};

interface Announced {
  readonly files: OutFiles;
  readonly order: JobOrder | undefined;
  readonly everyMs: number;
  readonly forMs: number | undefined;
}

/** Describes the content of the file before anything is sent. */
const announce = ({ files, order, everyMs, forMs }: Announced): readonly string[] => {
  const end = forMs === undefined && order !== undefined ? 'until all jobs have ended' : `for ${sayDuration(forMs ?? forMsUsual)}`;
  return [
    `${files.whole} will have:`,
    `  what health and the worker list show, every ${sayDuration(everyMs)}, ${end}; workers have numbers instead of their ids`,
    '  how the endpoint is scaled: its numbers of workers, idle timeout, execution timeout and FlashBoot',
    ...(order === undefined
      ? []
      : [
          `  of ${pluralize(order.plan.jobs.length, 'job')}: when each was submitted, its policy and statuses, its delay and execution time`,
          '  what the jobs file says of the handler and the size of the image',
        ]),
    '  the date, and the name that --author gives',
    'It will not have: the key, the address, the name, id, image and environment of the endpoint, ids of jobs and workers, inputs, outputs, errors.',
    order === undefined ? 'No job is submitted, and nothing is spent.' : `Each job is submitted once; ${order.words}.`,
  ];
};

const write = (files: OutFiles, recording: Recording, advice: string | undefined): number => {
  const { polls, jobs } = recording;
  const file = advice === undefined ? files.whole : files.partial;
  writeText(file, observationText(recording));
  const seen = [pluralize(polls.length, 'poll'), ...(jobs.length === 0 ? [] : [pluralize(jobs.length, 'job')])].join(' and ');
  if (advice !== undefined) {
    process.stderr.write(`${plain(advice)}\n${file} has what was seen by then: ${seen}\n`);
    return exitCodes.incomplete;
  }
  rmSync(files.partial, { force: true });
  process.stdout.write(
    `${[`${file} written, with ${seen}; judge it with: podsim fidelity ${file}`, ...ownStartLines(findColdWaits(recording))].join('\n')}\n`,
  );
  return exitCodes.pass;
};
