import type { Registry } from '../resources/registry.ts';
import type { SimulationContext } from './context.ts';

/**
 * When a registry credential is deleted, templates and endpoints that refer to it lose the reference. Endpoints do too because on
 * the platform their container is a template of its own (registry.delete-used). Their workers continue to run, so this is no
 * release.
 */
export const forgetRegistry = (sim: SimulationContext, _event: unknown, { id }: Registry): void => {
  for (const { id: templateId, shape } of sim.state.findRelated('template', 'registry', id)) {
    sim.dispatchOrThrow('template', templateId, {
      type: 'UpdateTemplate',
      shape: { ...shape, container: { ...shape.container, registry: null } },
    });
  }
  for (const { id: endpointId, config } of sim.state.findRelated('endpoint', 'registry', id)) {
    const container = { ...config.container, registry: null };
    sim.dispatchOrThrow('endpoint', endpointId, { type: 'UpdateEndpoint', config: { ...config, container }, release: false });
  }
};
