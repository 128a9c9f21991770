import type { LabelKind, ResourceName } from './plan.ts';

/** A tag, or a cost center, which has no key. */
export interface Label {
  readonly name: string;
  readonly at: number;
  key: string;
  value: string;
  resources: readonly ResourceName[];
  isDeleted: boolean;
}

export const describeLabel = ({ name, key, value }: Label): string => `${name} ${JSON.stringify(key)} ${JSON.stringify(value)}`;

/** A key, and the name of a cost center, have something in them; keys of the platform are its own. */
export const refuse = (of: LabelKind, key: string, value: string): string | undefined => {
  if (of === 'center') return value.trim() === '' ? '422 errors.validation' : undefined;
  return key.trim() === '' || key.trim().toLowerCase().startsWith('runpod:') ? '422 label.tags' : undefined;
};

export const write = (label: Label, of: LabelKind, key: string, value: string): Label =>
  Object.assign(label, of === 'tag' ? { key: key.trim(), value } : { value: value.trim() });

const isSame = (one: ResourceName, other: ResourceName): boolean => one.kind === other.kind && one.number === other.number;

export const hasResource = ({ resources }: Label, resource: ResourceName): boolean => resources.some((one) => isSame(one, resource));

export const removeFrom = (label: Label, resource: ResourceName): void => {
  label.resources = label.resources.filter((one) => !isSame(one, resource));
};
