import { completeContainer, readContainer } from '../../cloud/container/config.ts';
import type { Settings } from '../../cloud/entities.ts';
import type { Template, TemplateShape } from '../../cloud/resources/template.ts';
import type { Resource } from '../contract/parts/resource.ts';
import type { CreateTemplateRequest, templateResource, UpdateTemplateRequest } from '../contract/template.ts';
import { launchView } from './pod/launch.ts';

/** The template that a create asks for, with defaults filled in: pods and endpoints made from it get all of these (template.defaults). */
export const templateShape = (body: CreateTemplateRequest, diskDefault: number): TemplateShape => ({
  name: body.name,
  container: completeContainer(readContainer(body), diskDefault),
  persistent: body.mounts?.persistent ?? null,
  serverless: body.serverless ?? false,
  public: body.public ?? false,
  category: body.category ?? 'NVIDIA',
  startSsh: body.startSsh ?? true,
  startJupyter: body.startJupyter ?? true,
  allowedCudaVersions: body.allowedCudaVersions ?? [],
});

/** The template after a PATCH. Given fields replace the old ones, env as a whole; mounts that are omitted or `{}` stay. */
export const patchTemplate = (shape: TemplateShape, body: UpdateTemplateRequest): TemplateShape => ({
  name: body.name ?? shape.name,
  container: { ...shape.container, ...readContainer(body, shape.container.args) },
  persistent: body.mounts?.persistent ?? shape.persistent,
  serverless: body.serverless ?? shape.serverless,
  public: body.public ?? shape.public,
  category: body.category ?? shape.category,
  startSsh: body.startSsh ?? shape.startSsh,
  startJupyter: body.startJupyter ?? shape.startJupyter,
  allowedCudaVersions: body.allowedCudaVersions ?? shape.allowedCudaVersions,
});

/** The template resource, as the interface document defines it. */
export const templateView = ({ id, shape }: Pick<Template, 'id' | 'shape'>, settings: Settings): Resource<typeof templateResource> => {
  const { container, persistent, ...rest } = shape;
  return {
    id,
    ...rest,
    ...container,
    ...launchView(settings, container.args),
    mounts: persistent === null ? {} : { persistent },
  };
};
