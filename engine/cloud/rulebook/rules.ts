import { controlRules } from './control.ts';
import { resourceRules } from './resources.ts';
import type { Rule } from './rule.ts';
import { serverlessRules } from './serverless.ts';

export type { Rule };

/** The rulebook: every rule that the simulator follows. Refusals, lifecycles, scenarios and lessons refer to rules by id. */
export const rules = [...resourceRules, ...serverlessRules, ...controlRules];

/** The ids of the rulebook, as a type. */
export type RuleId = (typeof rules)[number]['id'];

const ruleById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule with that id, if there is one. */
export const findRule = (id: string): Rule | undefined => ruleById.get(id);
