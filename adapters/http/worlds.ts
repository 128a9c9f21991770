import type { RequestHandler, Response } from 'express';
import type { Rejection } from '../../engine/cloud/index.ts';
import { defaultWorldId, type ServerOperation } from '../../engine/control/index.ts';
import type { WorldHost } from '../host/world/worldHost.ts';
import { refuse, send } from './answers.ts';
import { enter, findLocals } from './routes.ts';

/** Finds the world that a path names. */
export const inWorld =
  (serving: WorldHost): RequestHandler =>
  (req, res, next) => {
    const world = String(req.params['world']);
    const served = serving.find(world);
    const { requestId } = enter(res, served);
    if (served !== undefined) return next();
    const damage = serving.whyDamaged(world);
    if (damage !== undefined) return refuse(res, refuseDamaged(world, damage), undefined, requestId);
    const detail = `there is no world ${world.slice(0, 100)}: POST /_podsim/v1/worlds makes one`;
    refuse(res, { kind: 'unknown', rule: 'control.worlds', detail }, undefined, requestId);
  };

/** Answers a call to the default world where that one is damaged. Returns whether it did. */
export const answerForDamaged = (serving: WorldHost, { id }: Pick<ServerOperation, 'id'>, res: Response): boolean => {
  const { served, requestId } = findLocals(res);
  const damage = served === undefined ? serving.whyDamaged(defaultWorldId) : undefined;
  if (damage === undefined) return false;
  // The process lives, whatever became of its default world.
  if (id === 'getLiveness') send(res, { status: 200, body: { status: 'live' } }, undefined, requestId);
  else refuse(res, refuseDamaged(defaultWorldId, damage), undefined, requestId);
  return true;
};

const refuseDamaged = (id: string, words: string): Rejection => ({
  kind: 'failing',
  rule: 'store.others-go-on',
  detail: `the world ${id} is damaged, and not served: ${words}`,
});
