import type { Operation } from '../../../api/operation.ts';
import { isKind, type Kind, kindCreatedBy } from '../../../cloud/entities.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { listSteps, type Story, type StoryStep } from '../story.ts';

/** The names in a story: the ids of its world, and the variables that its steps save, by kind; the newest last. */
export type Names = ReadonlyMap<string, readonly string[]>;

/** The names that a step at a place can use: of the world, and of the steps before. */
export const namesAt = (story: Story, place: number): Names => {
  const names = new Map<string, string[]>();
  const add = (kind: string, name: string) => names.set(kind, [...(names.get(kind) ?? []), name]);
  for (const [kind, part] of worldParts) for (const id of idsIn(story, part)) add(kind, id);
  for (const step of listSteps(story).slice(0, place)) for (const [kind, variable] of listSaves(step)) add(kind, `$${variable}`);
  return names;
};

const worldParts: readonly (readonly [kind: Kind, part: string])[] = [
  ['endpoint', 'endpoints'],
  ['template', 'templates'],
  ['host', 'hosts'],
];

const idsIn = ({ world }: Story, part: string): readonly string[] => {
  const items = (world as { readonly [key: string]: Json } | undefined)?.[part];
  return Array.isArray(items) ? items.flatMap((item: Json) => (item as { readonly id?: string } | null)?.id ?? []) : [];
};

const listSaves = ({ act, save }: StoryStep): readonly (readonly [kind: string, variable: string])[] => {
  const kind = typeof act === 'string' ? kindCreatedBy(act) : undefined;
  if (kind === undefined || save === null || typeof save !== 'object') return [];
  return Object.entries(save as { readonly [name: string]: Json }).flatMap(([variable, path]) =>
    path === 'id' ? [[kind, variable] as const] : [],
  );
};

/** Whether the operation's path names at least one entity, and only entities that the story has. */
export const isAbout = ({ resolves = {} }: Operation, names: Names): boolean => {
  const named = Object.values(resolves).filter((kind) => isKind(kind));
  return named.length > 0 && named.every((kind) => (names.get(kind) ?? []).length > 0);
};
