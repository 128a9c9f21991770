import { z } from 'zod';
import { lawNames } from '../scenario/laws/lawNames.ts';
import { propertyKind } from './kind.ts';

const schema = z.strictObject({
  law: z.enum(lawNames).describe('What holds of every run, whatever happens in it: `rerun`, `recording`, `replay`, `snapshot`, `fork`'),
});

/** `law`: a law that is checked on the finished run (`scenario/laws/`). There is nothing to watch while it is played. */
export const law = propertyKind({
  key: 'law',
  schema,
  text: ({ law: name }) => `law ${name}`,
  looks: () => [],
  watch: () => ({ verdict: () => ({ evaluated: true }) }),
});
