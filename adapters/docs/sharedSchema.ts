import { sha256 } from '../store/sha256.ts';

type Node = Readonly<Record<string, unknown>>;

/** A schema with the schemas in it replaced by their numbers. */
interface SchemaPart {
  readonly node: Node;
  /** How many other parts have it in them. */
  holders: number;
}

/** Shared parts are longer than this: a reference has some text, too. */
const lengthMin = 120;

/**
 * The same schema, with each part that several others contain written once, under `definitions`. Editors then read less than half as much.
 * A shared part is named by its content, so that a change elsewhere does not rename it.
 */
export const shareParts = (schema: Node): Node => {
  const parts: SchemaPart[] = [];
  const numbers = new Map<string, number>();
  const number = (node: Node): number => {
    const inside = new Set<number>();
    const numbered = mapParts(node, (part) => {
      const place = number(part);
      inside.add(place);
      return place;
    });
    const text = JSON.stringify(numbered);
    const known = numbers.get(text);
    if (known !== undefined) return known;
    for (const place of inside) (parts[place] as SchemaPart).holders += 1;
    numbers.set(text, parts.length);
    return parts.push({ node: numbered, holders: 0 }) - 1;
  };

  const whole = (place: number): Node => mapParts((parts[place] as SchemaPart).node, (part) => whole(part as unknown as number));
  const shared = new Map<number, string>();
  const definitions: Record<string, Node> = {};
  const write = (place: number): Node => mapParts((parts[place] as SchemaPart).node, (part) => refer(part as unknown as number));
  const refer = (place: number): Node => {
    const text = (parts[place] as SchemaPart).holders > 1 ? JSON.stringify(whole(place)) : '';
    if (text.length < lengthMin) return write(place);
    const name = shared.get(place) ?? `part-${sha256(text).slice(0, 8)}`;
    if (!shared.has(place)) {
      shared.set(place, name);
      definitions[name] = write(place);
    }
    return { $ref: `#/definitions/${name}` };
  };

  const { definitions: named = {}, ...root } = schema;
  const [top, ...others] = [root, ...Object.values(named as Readonly<Record<string, Node>>)].map(number);
  const kept = Object.keys(named as object).map((name, k) => [name, write(others[k] as number)] as const);
  return { ...write(top as number), definitions: { ...Object.fromEntries(kept), ...definitions } };
};

/**
 * The same schema, with a reference to another schema instead of each long property or part that the other contains. `name` is the other's
 * file, next to its own. Each such reference costs editors about 30 ms at a file's opening, so a few long ones are better than all.
 */
export const referTo = (schema: Node, name: string, other: Node): Node => {
  const [own, others] = [readDefinitions(schema), readDefinitions(other)];
  const isSame = (key: string): boolean => JSON.stringify(own[key]) === JSON.stringify(others[key]);
  const places = new Map(
    Object.entries(other['properties'] as Node)
      .map(([key, node]) => [JSON.stringify(node), `${name}#/properties/${key}`] as const)
      // Its references must mean the same in both files.
      .filter(([text]) => text.length >= referredLengthMin && [...reachable(text, others)].every(isSame)),
  );
  const write = (node: Node): Node => {
    const place = places.get(JSON.stringify(node));
    return place === undefined ? mapParts(node, write) : { $ref: place };
  };
  const { definitions: written, ...root } = write(schema);
  const isThere = (key: string): boolean => {
    const text = JSON.stringify(own[key]) ?? '';
    return text.length >= sharedLengthMin && [key, ...reachable(text, own)].every(isSame);
  };
  const definitions = Object.fromEntries(
    Object.entries(written as Node).map(([key, node]) => [key, isThere(key) ? { $ref: `${name}#/definitions/${key}` } : node]),
  );
  const used = reachable(JSON.stringify(root), definitions as Node);
  return { ...root, definitions: Object.fromEntries(Object.entries(definitions as Node).filter(([key]) => used.has(key))) };
};

const referredLengthMin = 1_000;
/** A shared part of that length is only in the other file. */
const sharedLengthMin = 2_500;

const readDefinitions = ({ definitions = {} }: Node): Node => definitions as Node;

/** The definitions that a text of a schema refers to, directly and indirectly. */
const reachable = (text: string, definitions: Node, found = new Set<string>()): ReadonlySet<string> => {
  for (const [, key = ''] of text.matchAll(/"#\/definitions\/([^"]+)"/g)) {
    if (found.has(key)) continue;
    found.add(key);
    reachable(JSON.stringify(definitions[key]), definitions, found);
  }
  return found;
};

const ofNames = new Set(['properties', 'definitions', 'patternProperties']);
const ofLists = new Set(['anyOf', 'oneOf', 'allOf', 'items']);
const ofOne = new Set(['items', 'additionalItems', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']);

/** The schema with each schema directly in it as `map` gives it. A schema may be `true` or `false`: these stay. */
const mapParts = (node: Node, map: (part: Node) => unknown): Node => {
  const each = (value: unknown): unknown => (typeof value === 'boolean' ? value : map(value as Node));
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (ofNames.has(key)) return [key, Object.fromEntries(Object.entries(value as Node).map(([name, part]) => [name, each(part)]))];
      if (ofLists.has(key) && Array.isArray(value)) return [key, value.map(each)];
      return [key, ofOne.has(key) ? each(value) : value];
    }),
  );
};
