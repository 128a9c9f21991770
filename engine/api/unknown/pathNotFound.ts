import type { Rejection } from '../../cloud/decisions.ts';

/** The refusal of a path that no operation has, if no more can be said of it (errors.unknown-route). */
export const pathNotFound: Rejection = { kind: 'unknown', rule: 'errors.unknown-route', detail: 'The requested path was not found.' };
