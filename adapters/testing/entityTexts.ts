import { finish } from '../../engine/kernel/index.ts';
import { timeline } from '../../engine/scenario/index.ts';
import { explain, explanationText, type World } from '../../engine/world/index.ts';
import { findEntity, isAbout } from './checks/entity.ts';

/** Why an entity is in its status. Throws with the ids that are like it if there is none. */
export const explainEntity = ({ log, settings, state }: World, entity: string): string => {
  const explanation = finish(explain(log, findEntity('world.explain', log, entity, false), settings, state));
  return explanation === undefined ? '' : explanationText(explanation);
};

/** The timeline of a world, or of one entity. */
export const timelineText = (log: World['log'], entity: string | undefined): string => {
  const id = entity === undefined ? undefined : findEntity('world.timeline', log, entity);
  return timeline(log.entries(), id === undefined ? undefined : ({ event }) => isAbout(event, id));
};
