import { Ground } from '../ground.ts';
import type { Outcome } from '../plan.ts';
import { failHosts, PodModel } from '../pods/podModel.ts';
import type { VolumePlan } from './plan.ts';

/** What comes of a plan, as the model says. */
export const playVolumeModel = (plan: VolumePlan): Outcome => {
  const ground = new Ground(plan.hosts);
  failHosts(ground, plan.failures);
  ground.deny(plan.denials);
  ground.advance(0);
  const model = new PodModel(plan, ground);
  for (const act of plan.acts) {
    ground.advance(act.at);
    model.act(act);
  }
  ground.advance(plan.until);
  return { lines: ground.lines, cost: model.nanoDollars };
};
