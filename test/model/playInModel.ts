import { Ground } from './ground.ts';
import { Model } from './model.ts';
import type { Plan } from './plan.ts';

/** What comes of a plan, as the model says. */
export const playInModel = (plan: Plan): { readonly lines: readonly string[]; readonly nanoDollars: bigint } => {
  const ground = new Ground(plan.hosts);
  const model = new Model(plan, ground);
  for (const act of plan.acts) {
    ground.advance(act.at);
    model.act(act);
  }
  ground.advance(plan.until);
  return { lines: ground.lines, nanoDollars: model.nanoDollars };
};
