import type { Registry } from '../resources/registry.ts';
import type { SimulationContext } from '../simulationContext.ts';

/**
 * What named a deleted registry credential names none from now on, and nobody is asked: templates, and endpoints, whose
 * container is a template of their own on the platform (registry.delete-used). Their workers run on, so it is no release.
 */
export const forgetRegistry = (sim: SimulationContext, _event: unknown, { id }: Registry): void => {
  for (const { id: templateId, shape } of sim.state.related('template', 'registry', id)) {
    sim.dispatchOrThrow('template', templateId, {
      type: 'UpdateTemplate',
      shape: { ...shape, container: { ...shape.container, registry: null } },
    });
  }
  for (const { id: endpointId, config } of sim.state.related('endpoint', 'registry', id)) {
    const container = { ...config.container, registry: null };
    sim.dispatchOrThrow('endpoint', endpointId, { type: 'UpdateEndpoint', config: { ...config, container }, release: false });
  }
};
