import type { Json } from '../canonical.ts';
import type { LoggedEvent } from '../logEntry.ts';
import type { JsonWriter } from './jsonWriter.ts';
import type { Packing } from './packing.ts';

/**
 * How a field is stored and written. `value` came from a caller or a handler; `shared` is an object that many entries have in common. Only
 * fields of the event itself can be `if given`.
 */
type FieldKind = 'text' | 'text or null' | 'text if given' | 'number' | 'truth' | 'value' | 'shared';

/** An object is stored field by field if its fields have kinds of their own. */
interface FieldKinds {
  readonly [name: string]: FieldKind | FieldKinds;
}

/** The fields that every event of a type has, and those of the others that permit packing. */
type FieldsFor<Event> = { readonly [Name in Exclude<keyof Event, 'type'>]?: KindFor<Event[Name]> } & {
  readonly [Name in Exclude<Always<Event>, 'type'>]: FieldKind | FieldKinds;
};
type Always<Event> = { [Name in keyof Event]-?: object extends Pick<Event, Name> ? never : Name }[keyof Event];
type KindFor<Value> = [Value] extends [string]
  ? 'text'
  : [Value] extends [string | undefined]
    ? 'text if given'
    : [Value] extends [string | null]
      ? 'text or null'
      : [Value] extends [number]
        ? 'number'
        : [Value] extends [boolean]
          ? 'truth'
          : 'value' | 'shared' | FieldKinds;

/**
 * Makes the packing of the events that have exactly these fields, in this order. The functions that put, take and write follow from the
 * list.
 */
export const packFields = <Event extends LoggedEvent>(type: Event['type'], fields: FieldsFor<Event>): Packing<Event> => {
  const part = makePart(fields as FieldKinds, 0);
  const steps: LineStep[] = [];
  const end = addSteps(part, ',', steps);
  return {
    type,
    put: (event, cells, at) => (putPart(part, event as unknown as EventValues, 1, cells, at) ? part.width : 0),
    take: (cells, at) => takePart(part, { type }, cells, at) as unknown as Event,
    write(cells, at, out) {
      for (let k = 0; k < steps.length; k++) {
        const { before, kind, cell } = steps[k] as LineStep;
        const value = cells[at + cell];
        if (value === undefined) continue;
        out.writePart(before);
        writeCell(kind, value, out);
      }
      if (end !== '') out.writePart(end);
    },
  };
};

type EventValues = Record<string, unknown>;

/** An object whose fields have cells of their own. */
interface PackedPart {
  readonly fields: readonly PartField[];
  /** How many cells it takes. */
  readonly width: number;
}

interface PartField {
  readonly name: string;
  readonly kind: FieldKind | PackedPart;
  /** Its cell, or the first cell of its part. */
  readonly cell: number;
}

const makePart = (fields: FieldKinds, first: number): PackedPart => {
  let cell = first;
  const made = Object.entries(fields).map(([name, kind]): PartField => {
    const field = { name, cell, kind: typeof kind === 'string' ? kind : makePart(kind, cell) };
    cell += typeof field.kind === 'string' ? 1 : field.kind.width;
    return field;
  });
  return { fields: made, width: cell - first };
};

/** False if the object lacks a field, or has one more than these and `others`. */
const putPart = ({ fields }: PackedPart, values: EventValues, others: number, cells: unknown[], at: number): boolean => {
  let left = others + fields.length;
  for (let k = 0; k < fields.length; k++) {
    const { name, kind, cell } = fields[k] as PartField;
    const value = values[name];
    if (typeof kind === 'string') cells[at + cell] = value;
    else if (typeof value !== 'object' || value === null || !putPart(kind, value as EventValues, 0, cells, at)) return false;
    if (value === undefined) {
      if (kind !== 'text if given') return false;
      left -= 1;
    }
  }
  for (const _ in values) left -= 1;
  return left === 0;
};

const takePart = ({ fields }: PackedPart, values: EventValues, cells: readonly unknown[], at: number): EventValues => {
  for (const { name, kind, cell } of fields) {
    const value = typeof kind === 'string' ? cells[at + cell] : takePart(kind, {}, cells, at);
    if (value !== undefined) values[name] = value;
  }
  return values;
};

/** A cell, and the text that comes before it if it is there. */
interface LineStep {
  readonly before: string;
  readonly kind: FieldKind;
  readonly cell: number;
}

/** Adds the steps that write the fields, sorted by name, after a text; returns the text that is left to write. */
const addSteps = ({ fields }: PackedPart, start: string, steps: LineStep[]): string => {
  let before = start;
  for (const { name, kind, cell } of [...fields].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    before += `"${name}":`;
    if (typeof kind === 'string') {
      steps.push({ before, kind, cell });
      before = ',';
    } else before = `${addSteps(kind, `${before}{`, steps).replace(/,$/, '')}},`;
  }
  return before.replace(/,$/, '');
};

const writeCell = (kind: FieldKind, value: unknown, out: JsonWriter): void => {
  if (kind === 'value') out.writeValue(value as Json);
  else if (kind === 'shared') out.writeShared(value as object);
  else if (typeof value === 'string') out.writeString(value);
  else if (typeof value === 'number') out.writeNumber(value);
  else out.writePart(String(value));
};
