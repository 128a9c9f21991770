import type { OwnedThing } from './owned.ts';
import type { WireBody } from './wire.ts';

/** A secret (account.secrets). The model does not know its value, for that is nowhere shown. */
export interface HeldSecret extends OwnedThing {
  readonly label: string;
  description: string | null;
  valueSet: number;
}

export const newSecret = (thing: OwnedThing, { name, description = null }: WireBody): HeldSecret => ({
  ...thing,
  label: String(name),
  description: description as string | null,
  valueSet: thing.at,
});

export const changeSecret = (secret: HeldSecret, { value, description }: WireBody, now: number): void => {
  if (description !== undefined) secret.description = description as string | null;
  if (value !== undefined) secret.valueSet = now;
};

export const showSecret = ({ name, label, description, at, valueSet }: HeldSecret): WireBody => ({
  id: name,
  name: label,
  description,
  createdAt: at,
  valueLastUpdatedAt: valueSet,
});
