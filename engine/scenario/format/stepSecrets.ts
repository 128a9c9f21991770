import { findOperation } from '../../api/operations.ts';
import { hideSecrets } from '../../api/secrets.ts';
import type { CallSpec } from './callFormat.ts';

/**
 * Where a step with this act writes secrets that a page of it must not show: the paths in its body. None for what the interface document
 * has: the keys of these steps have always depended on all that they say, so that their ids would be others.
 */
export const secretsOfStep = (act: string): readonly (readonly string[])[] => {
  const { since, secrets = [] } = findOperation(act) ?? {};
  return since === undefined ? [] : secrets;
};

/** What a step says, without such secrets: it has the same key whether they stand in it, or what stands for them in its page. */
export const hideStepSecrets = (act: string, written: CallSpec | undefined): CallSpec | undefined => {
  const secrets = secretsOfStep(act);
  if (secrets.length === 0 || written?.body === undefined) return written;
  const body = hideSecrets(written.body, secrets);
  return body === undefined ? written : { ...written, body };
};
