import type { EndpointConfig } from '../../../cloud/endpoint/events.ts';
import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import { endpointFields, fieldNames } from './fields.ts';

/** One field in which a release differs from the release before it. */
type DiffEntry = { readonly field: string; readonly old: Json; readonly new: Json };

/** What changed from one release to the next, including changes that made no release themselves. */
export const releaseDiff = (before: EndpointConfig, after: EndpointConfig): DiffEntry[] =>
  fields
    .map(([field, read]) => ({ field, old: read(before) ?? null, new: read(after) ?? null }))
    .filter((entry) => canonicalText(entry.old) !== canonicalText(entry.new));

const fields = fieldNames.flatMap((name) => Object.entries(endpointFields[name].compare));
