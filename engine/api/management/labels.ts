import { type Either, left, map, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { CostCenter } from '../../cloud/resources/costCenter.ts';
import { isAttached, type Labeled, type labeledKinds } from '../../cloud/resources/label.ts';
import type { Tag } from '../../cloud/resources/tag.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { findLabeled, missingLabeled } from '../admission/references.ts';
import { labeledList, labeledType } from '../contract/account/label.ts';
import type { Addition } from '../contract/additions.ts';
import { pageQuery } from '../contract/parts/pages.ts';
import type { RequestContext } from '../operation.ts';
import { operation } from '../row.ts';
import { cutPage, hasPages, withoutPlace } from './pages.ts';

/** A label that can be attached to resources. */
type LabelKind = 'tag' | 'costCenter';

/** The operations on the resources of a tag or a cost center, which are the same for both. */
export const attachments = <Kind extends LabelKind, const Path extends string>(
  kind: Kind,
  path: Path,
  { since, rule, change }: AttachmentRules,
) => {
  const shared = { api: 'management', since, resolves: { id: kind } } as const;
  const one = {
    ...shared,
    path: `${path}/{id}/resources/{resourceType}/{resourceId}`,
    params: { resourceType: labeledType },
    permission: { group: 'account', level: 'write' },
    success: { status: 204 },
    rules: ['auth.tenancy', rule],
  } as const;
  const changed = map(() => ({ answer: { status: 204 } }));

  return {
    /** GET: the resources that are there; one that was deleted is not among them. */
    list: <const Id extends string>(id: Id, summary: string) =>
      operation({
        ...shared,
        id,
        path: `${path}/{id}/resources`,
        methods: ['GET'],
        summary,
        permission: { group: 'account', level: 'read' },
        query: pageQuery,
        success: { status: 200, schema: labeledList },
        rules: ['auth.tenancy', 'list.pages', rule],
        run: (sim, asked) => {
          const { accountId, query } = asked;
          const { shape } = asked[kind] as Tag | CostCenter;
          const there = shape.resources.flatMap((resource) => {
            const entity = findLabeled(sim, accountId, resource);
            if (entity === undefined) return [];
            return [{ id: resource.id, type: resource.type, createdAt: entity.createdAt as VirtualTime | null }];
          });
          if (!hasPages(query)) return right({ answer: { status: 200, body: { resources: there.map(nameResource) } } });
          return pipe(
            cutPage(there, query, { list: id, of: asked[kind].id, accountId, query: withoutPlace(query) }),
            map(({ items, pagination }) => ({ answer: { status: 200, body: { resources: items.map(nameResource), pagination } } })),
          );
        },
      }),

    /** PUT: attaches it. A resource that has it already keeps it. */
    attach: <const Id extends string>(id: Id, summary: string) =>
      operation({
        ...one,
        id,
        methods: ['PUT'],
        summary,
        run: (sim, asked) => {
          const { accountId } = asked;
          const resource = resourceAsked(asked);
          const { id: labelId, shape } = asked[kind] as Tag | CostCenter;
          const missing = missingLabeled(sim, accountId, [resource]);
          if (missing !== undefined) return left(missing);
          return changed(isAttached(shape, resource) ? right(undefined) : change(sim, labelId, resource, 'attach'));
        },
      }),

    /** DELETE: removes it. A resource without it stays without it. */
    detach: <const Id extends string>(id: Id, summary: string) =>
      operation({
        ...one,
        id,
        methods: ['DELETE'],
        summary,
        run: (sim, asked) => {
          const { accountId } = asked;
          const resource = resourceAsked(asked);
          const { id: labelId, shape } = asked[kind] as Tag | CostCenter;
          if (isAttached(shape, resource)) return changed(change(sim, labelId, resource, 'detach'));
          const missing = missingLabeled(sim, accountId, [resource]);
          return missing === undefined ? changed(right(undefined)) : left(missing);
        },
      }),
  };
};

interface AttachmentRules {
  readonly since: Addition;
  readonly rule: RuleId;
  /** Attaches one to a resource that has it not, or removes it from one that has it. */
  readonly change: (sim: SimulationContext, id: string, resource: Labeled, how: 'attach' | 'detach') => Either<Rejection, void>;
}

/** The schema has accepted the type. */
const resourceAsked = ({ request: { params } }: Pick<RequestContext<never, never>, 'request'>): Labeled => ({
  type: params['resourceType'] as keyof typeof labeledKinds,
  id: params['resourceId'] ?? '',
});

const nameResource = ({ type, id }: Labeled) => ({ resourceType: type, resourceId: id });

/** Each resource once, as it came first. */
export const distinct = (resources: readonly Labeled[]): readonly Labeled[] => [
  ...new Map(resources.map((one) => [`${one.type} ${one.id}`, one])).values(),
];
