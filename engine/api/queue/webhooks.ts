import type { SimulationContext } from '../../cloud/policies/context.ts';

/** In a world's definition: webhooks to any origin are really posted, to a receiver in the process that runs the world. */
export const everyOrigin = '*';

/** Whether a webhook goes to one of the origins that the world's definition names. Only those are really posted (webhook.delivery). */
export const isReal = ({ webhooks }: SimulationContext, url: string): boolean => {
  if (webhooks.length === 0) return false;
  if (webhooks.includes(everyOrigin)) return true;
  const origin = readOrigin(url);
  return origin !== undefined && webhooks.some((allowed) => readOrigin(allowed) === origin);
};

/**
 * The origin of an http or https address, in lower case and without a default port. Undefined for anything else, and for an
 * address with credentials: nothing is posted to those. (The engine has no `URL`.)
 */
export const readOrigin = (url: string): string | undefined => {
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#\\]+)/.exec(url.trim().toLowerCase()) ?? [];
  if (!/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(authority)) return undefined;
  return `${scheme}://${authority.replace(scheme === 'http' ? /:80$/ : /:443$/, '')}`;
};
