import { expect, test } from 'vitest';
import { z } from 'zod';
import { describes } from '../../engine/api/contract/parts/describes.ts';
import { worldDefinition } from '../../engine/api/definition.ts';
import type { EndpointDefinition, WorldDefinition } from '../../engine/simulator/definition.ts';

interface Shelf {
  readonly id: string;
  readonly size?: { readonly wide: number; readonly deep?: number };
  readonly books: readonly ({ readonly title: string } | { readonly isbn: string; readonly year?: number })[];
}

const size = z.strictObject({ wide: z.int(), deep: z.int().optional() });
const books = z.array(z.union([z.strictObject({ title: z.string() }), z.strictObject({ isbn: z.string(), year: z.int().optional() })]));
const shelf = z.strictObject({ id: z.string(), size: size.optional(), books });

test('a schema that has the fields of its type is returned as it is', () => {
  expect(describes<Shelf>()(shelf)).toBe(shelf);
});

test('one that lacks a field does not compile, also where the field may be absent, in a list, or in one case of several', () => {
  // @ts-expect-error 'size' | 'size.wide' | 'size.deep'
  describes<Shelf>()(z.strictObject({ id: z.string(), books }));
  // @ts-expect-error 'size.deep'
  describes<Shelf>()(shelf.extend({ size: z.strictObject({ wide: z.int() }).optional() }));
  // @ts-expect-error 'books.year'
  describes<Shelf>()(shelf.extend({ books: z.array(z.strictObject({ title: z.string(), isbn: z.string() })) }));
  // @ts-expect-error 'color'
  describes<Shelf & { readonly color?: string }>()(shelf);
});

test('nor does one that has a field too many', () => {
  // @ts-expect-error 'color'
  describes<Shelf>()(shelf.extend({ color: z.string().optional() }));
});

test('a field that is added to any part of the definition of a world, and not to its schema, does not compile', () => {
  type Described = z.output<typeof worldDefinition>;
  type With<Part extends keyof WorldDefinition, More> = Omit<WorldDefinition, Part | 'settings'> &
    Pick<Described, 'settings'> & { readonly [Name in Part]: readonly More[] };
  type Config = EndpointDefinition['config'];
  // @ts-expect-error 'endpoints.config.spot'
  describes<With<'endpoints', Omit<EndpointDefinition, 'config'> & { readonly config: Config & { readonly spot?: boolean } }>>()(
    worldDefinition,
  );
  // @ts-expect-error 'endpoints.handler.color'
  describes<With<'endpoints', EndpointDefinition & { readonly handler: { readonly color?: string } }>>()(worldDefinition);
  // @ts-expect-error 'hosts.rack'
  describes<With<'hosts', NonNullable<WorldDefinition['hosts']>[number] & { readonly rack?: string }>>()(worldDefinition);
  // @ts-expect-error 'accounts.keys.color'
  describes<With<'accounts', { readonly id: string; readonly keys: readonly { readonly color: string }[] }>>()(worldDefinition);
  // @ts-expect-error 'faults.color'
  describes<With<'faults', WorldDefinition['faults'][number] & { readonly color: string }>>()(worldDefinition);
  // @ts-expect-error 'images.color'
  describes<With<'images', NonNullable<WorldDefinition['images']>[number] & { readonly color: string }>>()(worldDefinition);
  // @ts-expect-error 'templates.shape.color'
  describes<With<'templates', NonNullable<WorldDefinition['templates']>[number] & { readonly shape: { readonly color: string } }>>()(
    worldDefinition,
  );
  expect(describes<Omit<WorldDefinition, 'settings'> & Pick<Described, 'settings'>>()(worldDefinition)).toBe(worldDefinition);
});
