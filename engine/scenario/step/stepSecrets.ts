import { hideSecrets } from '../../api/admission/secrets.ts';
import { findOperation } from '../../api/operations.ts';
import { canonicalText } from '../../kernel/canonical.ts';
import { hash128 } from '../../kernel/rng.ts';
import { maskAuthorization } from '../format/authorization.ts';
import type { CallSpec } from '../format/callFormat.ts';
import type { StepSpec } from './stepFormat.ts';

/** Where a step with this act writes secrets that a page of it must not show: the paths in its body. */
export const secretsOfStep = (act: string): readonly (readonly string[])[] => findOperation(act)?.secrets ?? [];

/**
 * The digest of what a step says, of which its key follows. A step that is handed on without its secrets has it written beside its act:
 * the digests of what the interface document has depend on these secrets, and the ids of what is made on the digests.
 */
export const digestOfStep = ({ act = '', as, with: written, at, after, delay, when, digest }: DigestedStep): string =>
  digest ??
  hash128(canonicalText({ as, written: hideLaterSecrets(act, withoutKeys(written)), at, after, delay, when }))
    .a.toString(16)
    .padStart(8, '0');

export type DigestedStep = Omit<StepSpec, 'steps'>;

/** Whether the digest of a step depends on the secrets that it writes. */
export const digestsSecrets = (act: string): boolean => secretsOfStep(act).length > 0 && findOperation(act)?.since === undefined;

/** What a step of a later contract says is digested without its secrets. */
const hideLaterSecrets = (act: string, written: CallSpec | undefined): CallSpec | undefined => {
  const secrets = secretsOfStep(act);
  if (digestsSecrets(act) || secrets.length === 0 || written?.body === undefined) return written;
  const body = hideSecrets(written.body, secrets);
  return body === undefined ? written : { ...written, body };
};

/** A step has the same key whether an API key stands in it, or the mark of that. */
const withoutKeys = (written: CallSpec | undefined): CallSpec | undefined => {
  const authorization = written?.headers?.['authorization'];
  return authorization === undefined
    ? written
    : { ...written, headers: { ...written?.headers, authorization: maskAuthorization(authorization) } };
};
