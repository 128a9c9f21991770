import { changeContainer, emptyContainer, type HeldContainer, showContainer } from './container.ts';
import type { OwnedThing } from './owned.ts';
import type { WireBody } from './wire.ts';

export interface HeldTemplate extends OwnedThing {
  container: HeldContainer;
  mounts: WireBody;
  /** Its other fields, as they are shown. */
  words: TemplateWords;
}

interface TemplateWords {
  readonly name: string;
  readonly serverless: boolean;
  readonly public: boolean;
  readonly category: string;
  readonly startSsh: boolean;
  readonly startJupyter: boolean;
  readonly allowedCudaVersions: readonly string[];
}

/** template.defaults */
const defaults: TemplateWords = {
  name: '',
  serverless: false,
  public: false,
  category: 'NVIDIA',
  startSsh: true,
  startJupyter: true,
  allowedCudaVersions: [],
};

export const newTemplate = (thing: OwnedThing, body: WireBody): HeldTemplate =>
  changeTemplate({ ...thing, container: emptyContainer, mounts: {}, words: defaults }, body);

/** What a PATCH names is as it says; mounts that it leaves out, or gives as `{}`, stay (template.defaults). */
export const changeTemplate = (template: HeldTemplate, body: WireBody): HeldTemplate => {
  const {
    name,
    serverless,
    public: isPublic,
    category,
    startSsh,
    startJupyter,
    allowedCudaVersions,
  } = {
    ...template.words,
    ...(body as Partial<TemplateWords>),
  };
  const words = { name, serverless, public: isPublic, category, startSsh, startJupyter, allowedCudaVersions };
  const mounts = { ...template.mounts, ...(body['mounts'] as WireBody | undefined) };
  return Object.assign(template, { container: changeContainer(template.container, body), mounts, words });
};

/** A template as it is shown, to an account. The registry credential of another account is not (template.list). */
export const showTemplate = ({ name, owner, container, mounts, words }: HeldTemplate, account: string, hasWords: boolean): WireBody => ({
  ...words,
  ...showContainer({ ...container, registry: owner === account ? container.registry : null }, hasWords),
  id: name,
  mounts,
});
