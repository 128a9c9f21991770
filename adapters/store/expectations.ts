import { StoreClosed, StoreConflict, StoreLocked, StoreUnknown } from './problems.ts';

// The checks that every kind of store makes on its callers, with their errors.

export const checkExpected = (worldId: string, expected: number, seq: number): void => {
  if (expected !== seq)
    throw new StoreConflict(`world '${worldId}' is at entry ${seq}, but ${expected} was expected; nothing was appended`);
};

export const checkNext = (worldId: string, next: number, seq: number): void => {
  if (next !== seq + 1) throw new StoreConflict(`entry ${next} cannot follow entry ${seq} of world '${worldId}'; nothing was appended`);
};

export const checkKept = (worldId: string, seq: number, newest: number): void => {
  if (!(seq >= 0 && seq <= newest))
    throw new StoreConflict(`world '${worldId}' is at entry ${newest}; a snapshot at entry ${seq} cannot be saved`);
};

export const checkOpen = (worldId: string, isOpen: boolean): void => {
  if (!isOpen) throw new StoreClosed(`the log of world '${worldId}' was closed`);
};

export const alreadyThere = (worldId: string): StoreConflict =>
  new StoreConflict(`there is a world '${worldId}' already; names that differ only in case are one name`);

export const openAlready = (worldId: string): StoreLocked =>
  new StoreLocked(`world '${worldId}' is open already, in this process: close it first`);

export const unknown = (worldId: string, where: string): StoreUnknown => new StoreUnknown(`there is no world '${worldId}' in ${where}`);
