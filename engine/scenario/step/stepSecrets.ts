import { hideSecrets } from '../../api/admission/secrets.ts';
import { findOperation } from '../../api/operations.ts';
import { canonicalText } from '../../kernel/canonical.ts';
import { hash128 } from '../../kernel/rng.ts';
import { maskAuthorization } from '../format/authorization.ts';
import type { CallSpec } from '../format/callFormat.ts';
import type { StepSpec } from './stepFormat.ts';

/** The paths in a step's body, by its act, at which it writes secrets that its page must not show. */
export const secretsOfStep = (act: string): readonly (readonly string[])[] => findOperation(act)?.secrets ?? [];

/**
 * The digest of a step's content, from which its key follows. A step that is passed on without its secrets carries the digest next to its
 * act: for operations of the interface document the digest depends on these secrets, and the ids of created entities depend on the digest.
 */
export const digestOfStep = ({ act = '', as, with: written, at, after, delay, when, digest }: DigestedStep): string =>
  digest ??
  hash128(canonicalText({ as, written: hideLaterSecrets(act, withoutKeys(written)), at, after, delay, when }))
    .a.toString(16)
    .padStart(8, '0');

export type DigestedStep = Omit<StepSpec, 'steps'>;

/** Whether the digest of a step depends on the secrets that it writes. */
export const digestsSecrets = (act: string): boolean => secretsOfStep(act).length > 0 && findOperation(act)?.since === undefined;

/** Steps of a later contract are digested without their secrets. */
const hideLaterSecrets = (act: string, written: CallSpec | undefined): CallSpec | undefined => {
  const secrets = secretsOfStep(act);
  if (digestsSecrets(act) || secrets.length === 0 || written?.body === undefined) return written;
  const body = hideSecrets(written.body, secrets);
  return body === undefined ? written : { ...written, body };
};

/** A step has the same key whether it holds an API key, or the mark of that key. */
const withoutKeys = (written: CallSpec | undefined): CallSpec | undefined => {
  const authorization = written?.headers?.['authorization'];
  return authorization === undefined
    ? written
    : { ...written, headers: { ...written?.headers, authorization: maskAuthorization(authorization) } };
};
