import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The pictures of the pages: what each is made of, and how it is looked at. `files` are what its run depends on, the kept timeline or table
 * among them, which changes with what is seen. `answer` is given to the question of a lesson. Where the look of the pages has changed so much
 * that the pictures are to be made again, raise `look`.
 */
export const look = 3;

const wide = { width: 1120, height: 640 };

/** A run with faults, failures, refusals and a load, which the journeys through the page use, too. */
const busy = 'test/browser/busy.scenario.yaml';
const ofBusy = { files: [busy], words: ['page', busy], size: wide };

export const pictures = [
  { name: 'replay', ...ofBusy, hash: '#at=729&of=job-60' },
  // The moment, moved through the run: from and to are seconds, ms is how long each of them is looked at.
  {
    name: 'scrubber',
    ...ofBusy,
    hash: '#view=timeline&at=00:00:10',
    size: { width: 960, height: 520 },
    moves: { from: 10, to: 450, frames: 12, ms: 400 },
  },
  { name: 'charts', ...ofBusy, hash: '#at=729&of=ep-chat-w1', size: { ...wide, height: 900 } },
  { name: 'waterfall', ...ofBusy, hash: '#view=now&at=729&of=job-100' },
  {
    name: 'concurrency',
    files: ['scenarios/concurrency/tokens.scenario.yaml', 'scenarios/concurrency/tokens.timeline.txt'],
    words: ['page', 'scenarios/concurrency/tokens.scenario.yaml'],
    hash: '#at=0',
    size: { ...wide, height: 480 },
  },
  {
    name: 'study',
    files: ['scenarios/studies/flashboot.study.yaml', 'test/cli/study/flashboot.study.txt'],
    words: ['study', 'scenarios/studies/flashboot.study.yaml'],
    waitFor: '.studyPage_study',
    size: { ...wide, height: 760 },
  },
  {
    name: 'lesson',
    files: ['scenarios/lessons/05-cold-start.lesson.yaml'],
    words: ['learn', '5'],
    hash: '#step=4',
    answer: '4s',
    waitFor: 'input[type=range]',
    size: wide,
  },
  {
    name: 'console',
    files: [],
    // Calls of the world that a server begins with: a path, a body, and the key.
    calls: [
      ['/v2/ep-demo/run', { input: { prompt: 'hi' } }],
      ['/v2/ep-demo/run', { input: { prompt: 'how are you' } }],
      ['/_podsim/v1/clock/advance', { by: '27s' }],
      ['/v2/ep-demo/run', { prompt: 'no input' }],
      ['/v2/ep-other/run', { input: {} }],
      ['/v2/ep-demo/run', { input: { prompt: 'bye' } }],
    ],
    hash: '#view=requests',
    waitFor: '#following[data-state=live]',
    size: wide,
  },
];

/** The digest of what a picture is made of. */
export const digestOf = ({ files, ...seen }) => {
  const digest = createHash('sha256').update(JSON.stringify({ look, ...seen }));
  for (const file of files) digest.update(readFileSync(file));
  return digest.digest('hex').slice(0, 16);
};

/** Where pictures are, and the digests of what they were made of. */
export const folder = 'docs/pictures';
export const kept = `${folder}/made.json`;

/**
 * In bytes: a page with a picture must be quick to load.
 * @param {{ readonly name: string, readonly moves?: object }} picture
 */
export const bytesMax = ({ moves }) => (moves === undefined ? 120_000 : 400_000);
