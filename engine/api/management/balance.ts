import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { hasAddition } from '../contract/additions.ts';

/** The fields of an operation that starts something with a cost. */
export const paid = { refusesSince: [{ status: 402, since: 'balance' }] } as const;

/**
 * Refuses an account whose bills have used up its balance (account.balance). An account without a balance, which is the default, may spend
 * anything.
 */
export const checkBalance = (sim: SimulationContext, accountId: string): Either<Rejection, void> => {
  const { balance } = sim.settings.account;
  if (balance === 0 || !hasAddition(sim.settings, 'balance')) return right(undefined);
  const spent = sim.state.billing.sumSpend(accountId, sim.now);
  if (spent < BigInt(balance) * nanoInCent) return right(undefined);
  const detail = `insufficient balance: ${balance / 100} USD are used up`;
  return left({ kind: 'unpaid', rule: 'account.balance', detail });
};

/** Whole nano-dollars. */
const nanoInCent = 10_000_000n;
