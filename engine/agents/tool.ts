import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { readNaming } from '../api/names/readNaming.ts';
import { type FlatIssue, flatIssues } from '../api/reading/issues.ts';
import type { Json } from '../kernel/canonical.ts';
import { nearestTo } from '../kernel/collections/nearest.ts';

/** A request that a tool makes: an operation of a world, by its row's id. */
export interface ToolRequest {
  readonly operation: string;
  /** The id of a world; the default world unless given. */
  readonly world?: string | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, Json | undefined>> | undefined;
  readonly body?: Json | undefined;
  /** The secret of the key that it is made with: the world's first unless given. Operations of the control plane need none. */
  readonly key?: string | undefined;
  /** Of an operation that passes requests on to a worker (GET unless given). */
  readonly method?: string | undefined;
}

/** What came back; `rule` says no, where it was refused. */
export interface ToolReply {
  readonly status: number;
  readonly body: Json | undefined;
  readonly rule?: string | undefined;
}

/** What an agent is told, and whether that is a refusal. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * A tool for agents. `run` asks operations one after another, and says what the agent is told: it is given each reply when its reader
 * has it. A tool decides nothing that an operation decides.
 */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does and when to use it: this is all that an agent knows of it. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** It changes no world. */
  readonly isReadOnly: boolean;
  readonly run: (input: never) => Telling;
}

export type Telling = Generator<ToolRequest, Told, ToolReply>;

/** Checks that what a tool reads is what its schema lets pass. */
export const defineTool = <Input extends z.ZodObject>(
  row: Omit<Tool, 'input' | 'run'> & { readonly input: Input; readonly run: (input: z.input<Input>) => Telling },
): Tool => row as unknown as Tool;

/** A tool's request that stops where it is refused: what is said then is the refusal. */
export function* ask(asking: ToolRequest): Generator<ToolRequest, Either<Told, Json>, ToolReply> {
  const reply = yield asking;
  return reply.status < 400 ? right(reply.body ?? null) : left(tellRefusal(reply));
}

/** A refusal in words, with the rule that says no and where that is written. */
export const tellRefusal = ({ status, body, rule }: ToolReply): Told => {
  const { title, detail, errors } = (body ?? {}) as {
    readonly title?: string;
    readonly detail?: string;
    readonly errors?: readonly string[];
  };
  const words = typeof body === 'string' ? body : (detail ?? JSON.stringify(body ?? null));
  const lines = [
    `refused: ${[status, title].filter((part) => part !== undefined).join(' ')}: ${words}`,
    ...(errors ?? []).slice(0, 10).map((line) => `  ${line}`),
    ...(rule === undefined ? [] : [`rule ${rule} (resource podsim://rules/${rule})`]),
  ];
  return { text: lines.join('\n'), isError: true };
};

/** What a tool is called with, checked; left says what is wrong with it, a line each. The value stays as it was written, for the operation reads it. */
export const readInput = ({ input }: Tool, given: unknown): Either<readonly string[], Record<string, unknown>> => {
  const read = readNaming(input, given ?? {});
  if (isLeft(read)) return left(flatIssues(read.left).map((issue) => `${['$', ...issue.path].join('.')}: ${describeIssue(issue, given)}`));
  return right((given ?? {}) as Record<string, unknown>);
};

/** Of a word that is none of many, what it may have meant: an agent that is told all of them pays for them. */
const describeIssue = ({ path, message, choices }: FlatIssue, given: unknown): string => {
  const [name] = path;
  const word = name === undefined ? undefined : (given as Readonly<Record<string, unknown>>)[name];
  if (choices === undefined || choices.length < 20 || path.length !== 1 || typeof word !== 'string') return message;
  const near = nearestTo(word, choices.map(String));
  const meant = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return `there is no ${name} ${word.slice(0, 100)}${meant} (resource podsim://${name}s lists all)`;
};

/** The JSON Schema of a tool's input, as the protocol shows it. It is made once, because an agent may ask for it as often as it likes. */
export const makeInputSchema = ({ input }: Tool): Json => {
  const known = schemas.get(input);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  schemas.set(input, schema as Json);
  return schema as Json;
};

const schemas = new WeakMap<Tool['input'], Json>();
