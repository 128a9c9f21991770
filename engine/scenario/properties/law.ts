import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { propertyKind } from './kind.ts';
import { allLawNames } from './lawNames.ts';

const schema = strictObject(() => ({
  law: z
    .enum(allLawNames)
    .describe(
      'What holds of every run: its inputs played again, its recording, a snapshot, a fork, and its inputs sent over HTTP give the same log',
    ),
}));

/** `law`: a law that is checked on the finished run (`scenario/laws/`). There is nothing to watch while it is played. */
export const law = propertyKind({
  key: 'law',
  schema,
  text: ({ law: name }) => `law ${name}`,
  looks: () => [],
  watch: () => ({ verdict: () => ({ evaluated: false, why: '`podsim run` checks it' }) }),
});
