import { isLeft, right } from 'fp-ts/lib/Either.js';
import { allowEvent } from '../../kernel/decider.ts';
import type { Decision } from '../decisions.ts';
import type { FaultEndReason, FaultEvent, FaultSpec } from './events.ts';
import { endsLater, type Fault, isSpent } from './evolve.ts';
import { faultLifecycle } from './lifecycle.ts';

export type FaultCommand =
  | { readonly type: 'InjectFault'; readonly spec: FaultSpec }
  | { readonly type: 'BeginFault' }
  | { readonly type: 'StrikeFault'; readonly target: string }
  | { readonly type: 'EndFault'; readonly reason: FaultEndReason };

export const decideFault = (command: FaultCommand, fault: Fault): Decision<FaultEvent> => {
  const faultId = fault.id;
  switch (command.type) {
    case 'InjectFault':
      return occurs(fault, { type: 'FaultInjected', faultId, spec: command.spec });
    case 'BeginFault':
      return occurs(fault, { type: 'FaultBegan', faultId });
    case 'StrikeFault': {
      const strikes = fault.strikes + 1;
      const event: FaultEvent = { type: 'FaultStruck', faultId, target: command.target, strikes };
      const struck = occurs(fault, event);
      if (isLeft(struck) || endsLater(fault) || !isSpent({ ...fault, strikes })) return struck;
      return right([event, { type: 'FaultEnded', faultId, reason: 'limit' }]);
    }
    case 'EndFault':
      return occurs(fault, { type: 'FaultEnded', faultId, reason: command.reason });
  }
};

const occurs = (fault: Fault, event: FaultEvent): Decision<FaultEvent> => allowEvent(faultLifecycle, fault, 'fault.window', event);
