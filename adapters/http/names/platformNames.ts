import type { Request, RequestHandler } from 'express';
import { findApis } from '../../../engine/api/index.ts';
import type { Rejection } from '../../../engine/cloud/index.ts';
import { isWithin } from '../../tls/names.ts';
import type { Door } from '../accessControl.ts';
import { refuse } from '../answers.ts';
import { nameIn } from '../door.ts';
import { findLocals } from '../routes.ts';
import { chooseHost, findPlatformHost, type NotServed, type PlatformApi, platformDomains } from './platformHosts.ts';

/** Only if a server answers to a name of the platform's does a request pay for a look at its name. */
export const routesByName = ({ names = [] }: Door): readonly RequestHandler[] =>
  names.some((name) => isWithin(name.replace(/^\*\./, ''), platformDomains)) ? [routePlatformName] : [];

/**
 * What the platform's own hosts answer: each its own API; `{endpoint}.api.runpod.ai` is the load balancer of an endpoint, and what podsim
 * has no part of says so.
 */
const routePlatformName: RequestHandler = (req, res, next) => {
  const name = nameIn(req.headers.host ?? '');
  if (!isWithin(name, platformDomains)) return next();
  const host = findPlatformHost(name);
  if ('endpoint' in host) req.url = `/lb/${encodeURIComponent(host.endpoint)}${req.url}`;
  const refusal = 'what' in host ? notServed(name, host) : 'api' in host ? ofAnotherHost(name, host, req) : undefined;
  if (refusal === undefined) return next();
  refuse(res, refusal, undefined, findLocals(res).requestId);
};

const notServed = (name: string, { what, instead }: NotServed): Rejection => ({
  kind: 'unknown',
  rule: 'errors.unknown-route',
  status: 501,
  detail: `podsim does not simulate ${what} (${name.slice(0, 100)}): ${instead}; docs/serving.md lists what is not simulated`,
});

/** A host of the platform answers its own API alone: a client that calls another one there would fail on the platform (server.hosts). */
const ofAnotherHost = (name: string, { api, has }: PlatformApi, { path, protocol }: Request): Rejection | undefined => {
  const found = findApis(path).map((one) => (one === 'worker' ? 'queue' : one));
  if (found.length === 0 || found.some((one) => one === api)) return undefined;
  const right = chooseHost(found.includes('management'));
  const detail = `The requested path was not found. ${name} has ${has} alone: call ${protocol}://${right}${path.slice(0, 200)}`;
  return { kind: 'unknown', rule: 'server.hosts', detail };
};
