import type { Json } from '../../kernel/canonical.ts';

/** The OpenAI routes of an endpoint, as the jobs name them that they become (queue.openai). */
const openaiRoutes = ['/v1/chat/completions', '/v1/completions', '/v1/embeddings', '/v1/models'] as const;
export type OpenaiRoute = (typeof openaiRoutes)[number];

/** The question of a job that came by an OpenAI route. */
export interface OpenaiQuestion {
  readonly route: OpenaiRoute;
  /** The client's body; empty for a list of models. */
  readonly asked: JsonFields;
}

export type JsonFields = { readonly [name: string]: Json | undefined };

/** Undefined for any other input. */
export const openaiQuestionIn = (input: Json): OpenaiQuestion | undefined => {
  const { openai_route: route, openai_input: asked } = readFields(input);
  return isRoute(route) ? { route, asked: readFields(asked) } : undefined;
};

/** Whether the client wants pieces as they arrive. */
export const wantsPieces = ({ route, asked }: OpenaiQuestion): boolean =>
  (route === '/v1/chat/completions' || route === '/v1/completions') && asked['stream'] === true;

/** The answer of a model without words of its own: the last message, or the prompt. */
export const echoQuestion = ({ route, asked }: OpenaiQuestion): string => {
  if (route === '/v1/completions') return [asked['prompt'] ?? ''].flat().map(String).join(' ');
  const messages = asked['messages'];
  return Array.isArray(messages) ? textIn(readFields(messages.at(-1) as Json)['content']) : '';
};

/** Joins everything that the model was sent, to count the tokens of its prompt. */
export const joinPrompt = (question: OpenaiQuestion): string => {
  const { messages } = question.asked;
  return Array.isArray(messages) ? messages.map((one: Json) => textIn(readFields(one)['content'])).join(' ') : echoQuestion(question);
};

/** The texts that are to be embedded; tokens are as good as words. */
export const textsToEmbed = ({ asked: { input = '' } }: OpenaiQuestion): readonly string[] =>
  Array.isArray(input) && input.some((one: Json) => typeof one !== 'number') ? input.map(String) : [[input].flat().join(' ')];

/** Counts a word as one token: real models count in their own ways. */
export const countTokens = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** Splits a text into pieces that begin with words. Joined, the pieces are the text. */
export const cutAtWords = (text: string): readonly string[] => text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? [];

const textIn = (content: Json | undefined): string => {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part: Json) => readFields(part)['text'] ?? '').join('') : '';
};

const isRoute = (named: Json | undefined): named is OpenaiRoute => (openaiRoutes as readonly unknown[]).includes(named);

const readFields = (value: Json | undefined): JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : {};
