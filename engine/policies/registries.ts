import type { Registry } from '../resources/registry.ts';
import type { Simulation } from '../simulation.ts';

/**
 * What named a deleted registry credential names none from now on, and nobody is asked: templates, and endpoints, whose
 * container is a template of their own on the platform (registry.delete-used). Their workers run on, so it is no release.
 */
export const forgetRegistry = (world: Simulation, _event: unknown, { id }: Registry): void => {
  for (const { id: templateId, shape } of world.state.those('template', 'registry', id)) {
    world.tell('template', templateId, { type: 'UpdateTemplate', shape: { ...shape, container: { ...shape.container, registry: null } } });
  }
  for (const { id: endpointId, config } of world.state.those('endpoint', 'registry', id)) {
    const container = { ...config.container, registry: null };
    world.tell('endpoint', endpointId, { type: 'UpdateEndpoint', config: { ...config, container }, release: false });
  }
};
