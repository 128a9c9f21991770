import { refuseBody } from './fields.ts';
import { isThere, type OwnedThing } from './owned.ts';
import { type AskedList, Pages } from './pages.ts';
import type { Caller, OwnedList, OwnedName, ResourceAct, ResourcePlan } from './plan.ts';
import { changeSecret, type HeldSecret, newSecret, showSecret } from './secrets.ts';
import { contradictsItself } from './startWords.ts';
import { changeTemplate, type HeldTemplate, newTemplate, showTemplate } from './templates.ts';
import {
  changeUser,
  contradictsTemplate,
  newCluster,
  newEndpoint,
  newPod,
  showCluster,
  showMembers,
  showUser,
  type TemplateUser,
} from './users.ts';
import { type WireBody, writeValue } from './wire.ts';

interface HeldRegistry extends OwnedThing {
  readonly label: string;
}

const accountOf: Readonly<Record<Caller, string>> = { alice: 'a', reader: 'a', bob: 'b', stranger: 'none' };

/** The rule by which a pod, an endpoint or a cluster needs a template of its kind, and one that is there. */
const templateRules: Partial<Record<OwnedName, string>> = {
  pod: 'pod.template',
  endpoint: 'endpoint.template-access',
  cluster: 'cluster.template',
};

/** Templates, registry credentials and secrets of two accounts, after the rulebook. It shares no code with the engine. */
class ResourceModel {
  readonly #isLater: boolean;
  readonly #pages = new Pages();
  readonly #lists: OwnedList[] = [];
  readonly #templates: HeldTemplate[] = [];
  readonly #registries: HeldRegistry[] = [];
  readonly #secrets: HeldSecret[] = [];
  readonly #pods: TemplateUser[] = [];
  readonly #endpoints: TemplateUser[] = [];
  readonly #clusters: TemplateUser[] = [];
  now = 0;

  constructor({ contract }: ResourcePlan) {
    this.#isLater = contract === '2026-11';
  }

  /** What a call is answered: the first that refuses it is the answer (auth.precedence). */
  answer(act: ResourceAct): string {
    const account = accountOf[act.by];
    if (act.do === 'next') return this.#goOn(act, account);
    if ('of' in act && act.of === 'secret' && !this.#isLater) return '404 errors.unknown-route';
    if (account === 'none') return '401 auth.bearer';
    if (act.do === 'catalog')
      return `200 ${this.#templates
        .filter((one) => isThere(one) && one.words.public)
        .map((one) => this.#show(one, account))
        .join(' ')}`;
    if (act.do === 'list') return this.#list(act, account, undefined);
    if (act.do === 'members') return this.#listMembers(act.number, account);
    if (act.by === 'reader' && act.do !== 'get') return '403 auth.scope';
    if (act.do === 'create') return this.#create(act.of, act.body, account);
    const thing = this.#find(act.of, act.number, account, act.do === 'get');
    if (thing === undefined) return '404 auth.tenancy';
    if (act.do === 'get') return `200 ${this.#show(thing, account)}`;
    return act.do === 'change' ? this.#change(act.of, thing, act.body, account) : this.#delete(thing);
  }

  #thingsOf(of: OwnedName): readonly OwnedThing[] {
    return {
      template: this.#templates,
      registry: this.#registries,
      secret: this.#secrets,
      pod: this.#pods,
      endpoint: this.#endpoints,
      cluster: this.#clusters,
    }[of];
  }

  /** What an account has; to read, a public template of any (template.list). */
  #find(of: OwnedName, number: number, account: string, isRead: boolean): OwnedThing | undefined {
    const thing = this.#thingsOf(of)[number];
    if (thing === undefined || thing.isDeleted) return undefined;
    const isPublic = of === 'template' && (thing as HeldTemplate).words.public;
    return thing.owner === account || (isRead && isPublic) ? thing : undefined;
  }

  #show(thing: OwnedThing, account: string): string {
    const { name } = thing;
    if (name.startsWith('template')) return writeValue(showTemplate(thing as HeldTemplate, account, this.#isLater));
    if (name.startsWith('secret')) return writeValue(showSecret(thing as HeldSecret));
    if (name.startsWith('registry')) return writeValue({ id: name, name: (thing as HeldRegistry).label });
    if (name.startsWith('cluster')) return writeValue(showCluster(thing as TemplateUser));
    return writeValue(showUser(thing as TemplateUser, this.#isLater));
  }

  #listMembers(number: number, account: string): string {
    const cluster = this.#find('cluster', number, account, true);
    if (cluster === undefined) return '404 auth.tenancy';
    return `200 ${showMembers(cluster as TemplateUser, this.#isLater)
      .map(writeValue)
      .join(' ')}`;
  }

  #create(of: OwnedName, body: WireBody, account: string): string {
    const template = this.#findTemplate(body['templateId'], account);
    const refusal = this.#refuse('create', of, body, account, template);
    if (refusal !== undefined) return refusal;
    const thing = { name: `${of}-${this.#thingsOf(of).length}`, owner: account, at: this.now, isDeleted: false };
    if (of === 'template') this.#templates.push(newTemplate(thing as HeldTemplate, body));
    else if (of === 'registry') this.#registries.push({ ...thing, label: String(body['name']) });
    else if (of === 'secret') this.#secrets.push(newSecret(thing, body));
    else if (of === 'pod') this.#pods.push(newPod(thing, body, template ?? null));
    else if (of === 'cluster') this.#clusters.push(newCluster(thing, body, template ?? null));
    else this.#endpoints.push(newEndpoint(thing, body, template ?? null));
    return `201 ${this.#show(this.#thingsOf(of).at(-1) as OwnedThing, account)}`;
  }

  #change(of: OwnedName, thing: OwnedThing, body: WireBody, account: string): string {
    const template = this.#findTemplate(body['templateId'], account);
    const refusal = this.#refuse('change', of, body, account, template);
    if (refusal !== undefined) return refusal;
    if (of === 'template') changeTemplate(thing as HeldTemplate, body);
    else if (of === 'secret') changeSecret(thing as HeldSecret, body, this.now);
    else changeUser(thing as TemplateUser, body, template ?? null);
    return `200 ${this.#show(thing, account)}`;
  }

  /** 422 of a body, or of a template of the other kind, before 400 of what contradicts itself, before 404 of what it names, before 409. */
  #refuse(
    how: 'create' | 'change',
    of: OwnedName,
    body: WireBody,
    account: string,
    template: HeldTemplate | undefined,
  ): string | undefined {
    const rule = refuseBody(`${how} ${of}`, body, this.#isLater);
    if (rule !== undefined) return `422 ${rule}`;
    const templateRule = templateRules[of] ?? '';
    if (template !== undefined && template.words.serverless !== (of === 'endpoint')) return `422 ${templateRule}`;
    if (of === 'cluster' && contradictsTemplate(body)) return '400 cluster.template';
    if (of !== 'secret' && of !== 'registry' && contradictsItself(body)) return '400 container.launch';
    const { registry } = body;
    const knowsRegistry = this.#registries.some((one) => one.name === registry && one.owner === account && isThere(one));
    if (typeof registry === 'string' && !knowsRegistry) return '404 container.registry';
    if (body['templateId'] !== undefined && template === undefined) return `404 ${templateRule}`;
    const isTaken = this.#secrets.some((one) => isThere(one) && one.owner === account && one.label === body['name']);
    return how === 'create' && of === 'secret' && isTaken ? '409 account.secrets' : undefined;
  }

  /** A template that an account may use: its own, or a public one. */
  #findTemplate(name: unknown, account: string): HeldTemplate | undefined {
    return this.#templates.find((one) => one.name === name && isThere(one) && (one.owner === account || one.words.public));
  }

  /** What is in use stays (template.delete-used, registry.delete-used). What names a credential that goes loses its name. */
  #delete(thing: OwnedThing): string {
    const { name } = thing;
    const pods = [...this.#pods, ...this.#clusters].filter(isThere);
    const endpoints = this.#endpoints.filter(isThere);
    if ([...pods, ...endpoints].some(({ template }) => template === thing)) return '400 template.delete-used';
    if (pods.some(({ container }) => container.registry === name)) return '400 registry.delete-used';
    thing.isDeleted = true;
    for (const one of [...this.#templates, ...endpoints])
      if (one.container.registry === name) one.container = { ...one.container, registry: null };
    return '204';
  }

  #goOn({ page, like, by }: ResourceAct & { readonly do: 'next' }, account: string): string {
    const end = this.#pages.recall(page);
    const list = this.#lists.at(-1 - like);
    if (end === undefined || list === undefined) return 'nothing';
    if (by === 'stranger') return '401 auth.bearer';
    return this.#list(list, account, end);
  }

  /** What an account owns. Credentials, and all in the older contract, are one list, the oldest first (list.pages). */
  #list(list: OwnedList, account: string, after: ReturnType<Pages['recall']>): string {
    const { of, limit } = list;
    this.#lists.push(list);
    const own = this.#thingsOf(of).filter((one) => isThere(one) && one.owner === account);
    const lines = own.map((one) => ({ at: one.at, line: this.#show(one, account) }));
    if (of === 'registry' || !this.#isLater) return `200 ${lines.map(({ line }) => line).join(' ')}`;
    const asked: AskedList = { account, of, limit };
    return this.#pages.answer(asked, lines, after);
  }
}

/** What is answered, as the model says. */
export const playResourceModel = (plan: ResourcePlan): readonly string[] => {
  const model = new ResourceModel(plan);
  return plan.acts.map((act) => {
    model.now = act.at;
    return `${act.at} ${model.answer(act)}`;
  });
};
