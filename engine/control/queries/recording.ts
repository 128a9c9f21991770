import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { record } from '../../scenario/recording/record.ts';
import { overLimit } from '../limits.ts';
import { serverOperation } from '../operation.ts';

/** GET scenario: this world's session so far, as a scenario that produces the same log. */
export const getScenario = serverOperation({
  id: 'getScenario',
  worksOn: ({ worldId, world, host }) => {
    const { recordedEntries } = host.limits;
    const { length } = world.log;
    return length > recordedEntries
      ? overLimit('recordedEntries', whole(`the log has ${length} entries, and at most ${recordedEntries} are recorded here`))
      : right([worldId]);
  },
  methods: ['GET'],
  path: '/_podsim/v1/scenario',
  summary: 'Record the session so far as a scenario: the JSON has its text as `scenario`',
  success: { status: 200, schema: strictObject(() => ({ scenario: z.string().describe('The text of a scenario file') })) },
  refuses: [409],
  rules: ['control.recording'],
  answer: ({ world }) => {
    const text = record(world.header, [...world.log.entries()], world.sha256);
    return isLeft(text) ? left(no(text.left)) : right({ status: 200, body: { scenario: text.right } });
  },
});

const whole = (why: string): string => `${why}: GET /_podsim/v1/log returns the whole log`;
const no = (why: string) => ({ kind: 'refused', rule: 'control.recording', detail: whole(why) }) as const;
