import { contracts } from '../cloud/account/contracts.ts';
import { type Contract, isOffered } from './contract/additions.ts';
import { underContract } from './contract/underContract.ts';
import type { Operation } from './operation.ts';
import { operations } from './table.ts';

/** The operations that a contract has, each with the query and the body that it has there (contract.dated). */
export const operationsUnder = (contract: Contract): readonly Operation[] => {
  made[contract] ??= operations.filter((row) => isOffered(row, contract)).map((row) => rowUnder(row, contract));
  return made[contract];
};

const made: { [C in Contract]?: readonly Operation[] } = {};

/** The rows are those of the oldest contract already. */
const rowUnder = (row: Operation, contract: Contract): Operation => {
  const { query, body } = row.whole ?? {};
  if (contract === contracts[0]) return row;
  return {
    ...row,
    ...(query === undefined ? {} : { query: underContract(query, contract) }),
    ...(body === undefined ? {} : { body: underContract(body, contract) }),
  };
};
