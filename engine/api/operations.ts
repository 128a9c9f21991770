import { type CommandRow, controlCommands } from './commands/commands.ts';
import type { Operation } from './operation.ts';
import type { ArgumentsOf, SuccessOf } from './signature.ts';
import { type ApiRow, operations } from './table.ts';

/** Every operation that a world answers, and that its log may have: those of the two APIs, and the commands of the control plane. */
export const worldOperations: readonly Operation[] = [...operations, ...controlCommands];

const operationById: ReadonlyMap<string, Operation> = new Map(worldOperations.map((row) => [row.id, row]));

export const findOperation = (id: string): Operation | undefined => operationById.get(id);

type Rows = { readonly [Row in ApiRow | CommandRow as Row['id']]: Row };

/** Every operation of a world, by name, so that a compiler can check a caller's arguments. */
export type OperationId = keyof Rows;
type PathsById = { readonly [Id in OperationId]: Rows[Id]['path'] };
type ArgumentsById = { readonly [Id in OperationId]: ArgumentsOf<Rows[Id]> };
type ResultsById = { readonly [Id in OperationId]: SuccessOf<Rows[Id]> };

export type OperationPath<Id extends OperationId> = PathsById[Id];
export type CallArguments<Id extends OperationId> = ArgumentsById[Id];
/** The body of the answer when the call is not refused. */
export type CallResult<Id extends OperationId> = ResultsById[Id];
