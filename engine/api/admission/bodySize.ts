import type { Rejection } from '../../cloud/decisions.ts';
import type { Settings } from '../../cloud/entities.ts';
import type { Request } from '../../cloud/input.ts';
import { utf8Length } from '../../cloud/job/chunks.ts';
import type { Template } from '../../cloud/resources/template.ts';
import type { Json } from '../../kernel/canonical.ts';
import { type Contract, isIn } from '../contract/additions.ts';
import type { Described } from '../operation.ts';
import { contractTable } from '../reading/bounds.ts';

/**
 * The most bytes of a body by a contract, whatever its server takes; undefined if the contract does not say, as for secrets
 * (errors.body-size).
 */
export const contractBodyMax = ({ api, body, since }: Pick<Described, 'api' | 'body' | 'since'>, contract: Contract): number | undefined =>
  api === 'management' && body !== undefined && since !== 'secrets' && isIn(contract, 'bodySize')
    ? contractTable.managementBody.value
    : undefined;

/** Why a body is too large by the contract of a world; it is refused before anything else is known of the call (errors.body-size). */
export const refuseLargeBody = (operation: Described, { body, unreadable }: Request, { account }: Settings): Rejection | undefined => {
  const max = contractBodyMax(operation, account.contract);
  if (max === undefined) return undefined;
  if (unreadable?.kind === 'too-large') return tooLarge(unreadable.detail);
  return body !== undefined && bytesIn(body) > max ? tooLarge(explainLargeBody(max)) : undefined;
};

/** The same of a body with the template that it names. */
export const refuseLargeTemplate = (
  operation: Described,
  body: Json | undefined,
  template: Template | undefined,
  { account }: Settings,
): Rejection | undefined => {
  const max = contractBodyMax(operation, account.contract);
  if (max === undefined || body === undefined || template === undefined) return undefined;
  if (bytesIn(body) + bytesIn(template.shape as unknown as Json) <= max) return undefined;
  return tooLarge(`the body and the template ${template.id} have more than ${max} bytes together, which is what this operation takes`);
};

export const explainLargeBody = (max: number): string => `the body has more than the ${max} bytes that this operation takes`;

const bytesIn = (value: Json): number => utf8Length(JSON.stringify(value));

const tooLarge = (detail: string): Rejection => ({ kind: 'too-large', rule: 'errors.body-size', detail });
