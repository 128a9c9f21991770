import type { Rejection } from '../../cloud/decisions.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import { type Labeled, labeledKinds } from '../../cloud/resources/label.ts';
import { showTemplateTo, type Template } from '../../cloud/resources/template.ts';
import type { Volume } from '../../cloud/resources/volume.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { listIds } from '../names/missingEndpoint.ts';

/** The references of a body by id: resources of the account, or public templates. */
export interface References {
  /** `serverless` is the kind of template it must be, and `rule` the rule that requires it. */
  readonly template?: { readonly id: string | undefined; readonly serverless: boolean; readonly rule: RuleId };
  readonly registry?: string | null | undefined;
  readonly volumes?: readonly string[] | undefined;
  readonly globalVolumes?: readonly string[] | undefined;
  /** The resources to which a tag or a cost center will be attached. */
  readonly labeled?: readonly Labeled[];
}

/** The found entities. A registry is represented only by its id. */
export interface Referred {
  readonly template: Template | undefined;
  readonly volumes: readonly Volume[];
}

/** The found references of a body, and the first problem in each stage of precedence. */
export interface LookedUp {
  readonly referred: Referred;
  /** A template for the other kind of resource: 422. */
  readonly unfit: Rejection | undefined;
  /** A resource that does not exist, or belongs to another account: 404. */
  readonly missing: Rejection | undefined;
}

export const lookUp = (
  sim: SimulationContext,
  accountId: string,
  { template: wanted, registry, volumes: ids = [], globalVolumes = [], labeled = [] }: References,
): LookedUp => {
  const template = wanted?.id === undefined ? undefined : findTemplate(sim, accountId, wanted.id);
  const volumes = ids.flatMap((id) => findVolume(sim, accountId, id) ?? []);
  return {
    referred: { template, volumes },
    unfit: template === undefined || wanted === undefined ? undefined : wrongKind(template, wanted),
    missing:
      missingRegistry(sim, accountId, registry) ??
      missingVolume(sim, accountId, ids) ??
      missingGlobalVolume(sim, accountId, globalVolumes) ??
      missingLabeled(sim, accountId, labeled) ??
      (wanted?.id === undefined || template !== undefined
        ? undefined
        : notFound(wanted.rule, 'template', wanted.id, sim.state.findRelated('template', 'account', accountId))),
  };
};

/** A template of the account's own, or a public one. */
const findTemplate = (sim: SimulationContext, accountId: string, id: string): Template | undefined => {
  const template = sim.find('template', id);
  if (template === undefined || !(template.accountId === accountId || template.shape.public)) return undefined;
  return showTemplateTo(template, accountId);
};

const findVolume = (sim: SimulationContext, accountId: string, id: string): Volume | undefined => {
  const volume = sim.find('volume', id);
  return volume?.accountId === accountId ? volume : undefined;
};

const wrongKind = ({ id, shape }: Template, { serverless, rule }: NonNullable<References['template']>): Rejection | undefined => {
  if (shape.serverless === serverless) return undefined;
  const errors = [`$.templateId: ${id} is ${shape.serverless ? 'a' : 'no'} serverless template`];
  return { kind: 'invalid', rule, detail: 'Request validation failed.', errors };
};

const missingRegistry = (sim: SimulationContext, accountId: string, id: References['registry']): Rejection | undefined =>
  typeof id !== 'string' || sim.find('registry', id)?.accountId === accountId
    ? undefined
    : notFound('container.registry', 'registry', id, sim.state.findRelated('registry', 'account', accountId));

const missingVolume = (sim: SimulationContext, accountId: string, ids: readonly string[]): Rejection | undefined => {
  const id = ids.find((one) => findVolume(sim, accountId, one) === undefined);
  return id === undefined
    ? undefined
    : notFound('mounts.volume-datacenter', 'network volume', id, sim.state.findRelated('volume', 'account', accountId));
};

const missingGlobalVolume = (sim: SimulationContext, accountId: string, ids: readonly string[]): Rejection | undefined => {
  const id = ids.find((one) => sim.find('globalVolume', one)?.accountId !== accountId);
  return id === undefined
    ? undefined
    : notFound('volume.global', 'global volume', id, sim.state.findRelated('globalVolume', 'account', accountId));
};

/** A resource of the account that a tag or a cost center may be attached to; undefined if it has none such. */
export const findLabeled = (sim: SimulationContext, accountId: string, { type, id }: Labeled) => {
  const entity = sim.find(labeledKinds[type], id);
  return entity?.accountId === accountId ? entity : undefined;
};

export const missingLabeled = (sim: SimulationContext, accountId: string, labeled: readonly Labeled[]): Rejection | undefined => {
  const one = labeled.find((resource) => findLabeled(sim, accountId, resource) === undefined);
  return one === undefined
    ? undefined
    : notFound('auth.tenancy', labeledKinds[one.type], one.id, sim.state.findRelated(labeledKinds[one.type], 'account', accountId));
};

const notFound = (rule: RuleId, what: string, id: string, own: readonly { readonly id: string }[]): Rejection => ({
  kind: 'unknown',
  rule,
  detail: `${what} not found: ${id}; ${listIds(own.map((one) => one.id))}`,
});
