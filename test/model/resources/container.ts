import { changeArgs, readArgs } from './startWords.ts';
import type { WireBody } from './wire.ts';

/** What a container is made of (container.fields). */
export interface HeldContainer {
  readonly args: string;
  /** GB. */
  readonly disk: number;
  readonly env: WireBody;
  readonly image: string;
  readonly ports: readonly string[];
  /** A credential by its name, if it has one. */
  readonly registry: string | null;
}

export const emptyContainer: HeldContainer = { args: '', disk: 20, env: {}, image: '', ports: [], registry: null };

/** After a body: what it gives replaces what there was, `env` as a whole. */
export const changeContainer = (before: HeldContainer, body: WireBody): HeldContainer => {
  const { disk, env, image, ports, registry } = { ...before, ...(body as Partial<HeldContainer>) };
  return { args: changeArgs(before.args, body), disk, env, image, ports, registry };
};

/** What a body makes of a template: the same, but the variables of both stay, and those of the body win (pod.template, endpoint.template-merge). */
export const layOver = (template: HeldContainer, body: WireBody): HeldContainer => {
  const { env, ...rest } = changeContainer(template, body);
  return { ...rest, env: { ...template.env, ...env } };
};

/** Every field is shown; the lists of words where the contract has them. */
export const showContainer = (container: HeldContainer, hasWords: boolean): WireBody => {
  const { entrypoint, cmd } = readArgs(container.args);
  return { ...container, ...(hasWords ? { entrypoint, cmd } : {}) };
};
