import type { RequestHandler } from 'express';
import { isWithin } from '../../tls/names.ts';
import type { Door } from '../accessControl.ts';
import { refuse } from '../answers.ts';
import { nameIn } from '../door.ts';
import { findLocals } from '../routes.ts';
import { findPlatformHost, platformDomains } from './platformHosts.ts';

/** Only if a server answers to a name of the platform's does a request pay for a look at its name. */
export const routesByName = ({ names = [] }: Door): readonly RequestHandler[] =>
  names.some((name) => isWithin(name.replace(/^\*\./, ''), platformDomains)) ? [routePlatformName] : [];

/**
 * Answers as the platform's own hosts: `{endpoint}.api.runpod.ai` is the load balancer of an endpoint, and hosts that podsim does not
 * simulate say so.
 */
const routePlatformName: RequestHandler = (req, res, next) => {
  const name = nameIn(req.headers.host ?? '');
  if (!isWithin(name, platformDomains)) return next();
  const host = findPlatformHost(name);
  if ('endpoint' in host) req.url = `/lb/${encodeURIComponent(host.endpoint)}${req.url}`;
  if (!('what' in host)) return next();
  const detail = `podsim does not simulate ${host.what} (${name.slice(0, 100)}): ${host.instead}; docs/serving.md lists what is not simulated`;
  refuse(res, { kind: 'unknown', rule: 'errors.unknown-route', status: 501, detail }, undefined, findLocals(res).requestId);
};
