import { changeContainer, emptyContainer, type HeldContainer, layOver, showContainer } from './container.ts';
import type { OwnedThing } from './owned.ts';
import type { HeldTemplate } from './templates.ts';
import type { WireBody } from './wire.ts';

/** A pod, an endpoint or a cluster: what uses templates and registry credentials. */
export interface TemplateUser extends OwnedThing {
  label: string;
  readonly firstLabel: string;
  /** The one that it was made from, or that it was given last. */
  template: HeldTemplate | null;
  container: HeldContainer;
  /** What it is shown with that never changes here. */
  readonly fixed: WireBody;
}

/** The container of a template as an account gets it: without a registry credential that is not its own (pod.template, endpoint.template-merge). */
const takeOver = ({ container, owner }: HeldTemplate, account: string): HeldContainer =>
  owner === account ? container : { ...container, registry: null };

const makeContainer = (template: HeldTemplate | null, account: string, body: WireBody): HeldContainer =>
  template === null ? changeContainer(emptyContainer, body) : layOver(takeOver(template, account), body);

/** Jupyter gets a password, which is made up, unless a variable has that name; no account has keys, so SSH adds nothing (pod.jupyter). */
export const newPod = (thing: OwnedThing, body: WireBody, template: HeldTemplate | null): TemplateUser => {
  const container = makeContainer(template, thing.owner, body);
  const startsJupyter = body['startJupyter'] ?? template?.words.startJupyter ?? false;
  const env = startsJupyter === true ? { JUPYTER_PASSWORD: 'made up', ...container.env } : container.env;
  const given = (body['mounts'] as WireBody | undefined)?.['persistent'];
  const mounts = given === undefined ? (template?.mounts ?? {}) : { persistent: given };
  return {
    ...thing,
    label: String(body['name']),
    firstLabel: String(body['name']),
    template,
    container: { ...container, env },
    fixed: { mounts },
  };
};

/** Its members are two pods as this one; without an image, they have podsim's own (cluster.template, cluster.create). */
export const newCluster = (thing: OwnedThing, body: WireBody, template: HeldTemplate | null): TemplateUser =>
  newPod(thing, template === null ? { image: 'podsim/cluster:1', ...body } : body, template);

/** Of a body with a template, the fields that the template has: none may be given (cluster.template). */
export const contradictsTemplate = (body: WireBody): boolean =>
  body['templateId'] !== undefined &&
  ['image', 'args', 'entrypoint', 'cmd', 'disk', 'env', 'ports', 'mounts'].some((name) => body[name] !== undefined);

/** A cluster shows its name, and its template if it has one. */
export const showCluster = ({ name, label, template }: TemplateUser): WireBody => ({
  id: name,
  name: label,
  ...(template === null ? {} : { template: template.name }),
});

/** The members keep the names that they got from the first name of their cluster. */
export const showMembers = (cluster: TemplateUser, hasWords: boolean): readonly WireBody[] =>
  [0, 1].map((k) => {
    const { id: _, ...shown } = showUser(cluster, hasWords);
    return { ...shown, name: `${cluster.firstLabel}-pod-${k}`, template: cluster.template?.name ?? null };
  });

/** The CUDA versions of a template are those of the endpoint, unless the body says something of them (endpoint.template-cuda). */
export const newEndpoint = (thing: OwnedThing, body: WireBody, template: HeldTemplate | null): TemplateUser => {
  const { allowedCudaVersions, minCudaVersion } = body['gpu'] as WireBody;
  const saysNothing = allowedCudaVersions === undefined && minCudaVersion === undefined;
  const gpu = {
    allowedCudaVersions: saysNothing ? (template?.words.allowedCudaVersions ?? []) : (allowedCudaVersions ?? []),
    minCudaVersion: minCudaVersion ?? null,
  };
  return {
    ...thing,
    label: String(body['name']),
    firstLabel: String(body['name']),
    template,
    container: makeContainer(template, thing.owner, body),
    fixed: { gpu },
  };
};

/** A template that a PATCH names replaces the container, and is the one that an endpoint uses then; a pod has that of its creation. */
export const changeUser = (user: TemplateUser, body: WireBody, template: HeldTemplate | null): void => {
  const isEndpoint = user.name.startsWith('endpoint');
  user.container = template === null ? changeContainer(user.container, body) : layOver(takeOver(template, user.owner), body);
  user.label = String(body['name'] ?? user.label);
  if (template !== null && isEndpoint) user.template = template;
};

/** What a pod shows of its template; an endpoint shows none. */
export const showUser = ({ name, label, container, template, fixed }: TemplateUser, hasWords: boolean): WireBody => ({
  id: name,
  name: label,
  ...showContainer(container, hasWords),
  ...fixed,
  ...(name.startsWith('pod') ? { template: template?.name ?? null } : {}),
});
