import type { Json } from '../../kernel/canonical.ts';
import type { Draw } from '../../kernel/rng.ts';
import type { Attempt } from './attempt.ts';
import { embedText } from './embedding.ts';
import {
  countTokens,
  cutAtWords,
  echoQuestion,
  joinPrompt,
  type OpenaiQuestion,
  openaiQuestionIn,
  textsToEmbed,
  wantsPieces,
} from './openaiWords.ts';
import type { TokenCounts } from './tokens.ts';

/** The facts that a simulated worker of a language model adds to the question. */
export interface OpenaiWorker {
  readonly jobId: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly draw: Draw;
}

/**
 * Rewrites an attempt as a worker makes it that speaks OpenAI's protocol (queue.openai): puts the handler's text, or chunks of text, into
 * the form of the protocol. An output that is an object stays as it is, and so do attempts at other jobs.
 */
export const serveOpenai = (attempt: Attempt, input: Json, worker: OpenaiWorker): Attempt => {
  const question = attempt.external === true ? undefined : openaiQuestionIn(input);
  if (question === undefined) return attempt;
  const { stream, ...whole } = attempt;
  if (!wantsPieces(question)) return { ...whole, output: wholeAnswer(attempt, question, worker) };
  const said = answerIn(attempt, question);
  if (typeof said !== 'string' && stream === undefined) return attempt;
  const texts = stream === undefined ? cutAtWords(String(said)) : (stream.outputs ?? countUp(stream.count));
  const outputs = texts.some(isRaw) ? texts.map(writePiece) : writeEvents(texts.map(writePiece), attempt, question, worker);
  return { ...whole, output: outputs, stream: { count: outputs.length, everyMs: everyMs(attempt, outputs.length), outputs } };
};

const countUp = (count: number): readonly string[] => Array.from({ length: count }, (_, k) => `${k + 1} `);

/** Writes an event for each text; then the final event with its reason, unless the attempt fails before. */
const writeEvents = (
  texts: readonly string[],
  { ending, tokens }: Attempt,
  question: OpenaiQuestion,
  worker: OpenaiWorker,
): readonly string[] => {
  const head = writeHead(question, worker, true);
  const events = texts.map((text, k) => writeEvent({ ...head, choices: [writeDelta(question, text, k === 0)] }));
  if (ending !== 'complete') return events;
  const { asked } = question;
  const options = asked['stream_options'] as { readonly include_usage?: Json } | undefined;
  const usage =
    options?.include_usage === true ? [writeEvent({ ...head, choices: [], ...countUsage(question, texts.join(''), tokens) })] : [];
  return [...events, writeEvent({ ...head, choices: [writeLast(question)] }), ...usage, 'data: [DONE]\n\n'];
};

const writeEvent = (data: Json): string => `data: ${JSON.stringify(data)}\n\n`;

/** A worker that writes events itself, such as a stand-in of a real one. */
const isRaw = (piece: Json): boolean => typeof piece === 'string' && piece.startsWith('data: ');

const writePiece = (piece: Json): string => (typeof piece === 'string' ? piece : JSON.stringify(piece));

/** Spreads the pieces over the running time, unless chunks of the handler follow each other more closely. */
const everyMs = ({ runsMs, stream }: Attempt, count: number): number => {
  const spread = Math.floor(runsMs / (count + 1));
  return stream === undefined ? spread : Math.min(spread, stream.everyMs);
};

/** The text of the handler: its output, its joined chunks, or else an echo of the question. */
const answerIn = ({ output, stream }: Attempt, question: OpenaiQuestion): Json => {
  if (output !== undefined) return output;
  return stream?.outputs === undefined ? echoQuestion(question) : stream.outputs.map(writePiece).join('');
};

const wholeAnswer = (attempt: Attempt, question: OpenaiQuestion, worker: OpenaiWorker): Json => {
  const said = answerIn(attempt, question);
  // A handler that knows only chats answers neither of these two routes.
  const isList = typeof said === 'object' && said !== null && 'data' in said;
  if (question.route === '/v1/models' && !isList) return listModels(worker);
  if (question.route === '/v1/embeddings' && !isList) return listEmbeddings(question, worker, attempt.tokens);
  if (typeof said !== 'string') return said;
  const choice = { index: 0, finish_reason: 'stop', logprobs: null };
  const message = isChat(question) ? { message: { role: 'assistant', content: said } } : { text: said };
  return { ...writeHead(question, worker, false), choices: [{ ...choice, ...message }], ...countUsage(question, said, attempt.tokens) };
};

const isChat = ({ route }: OpenaiQuestion): boolean => route === '/v1/chat/completions';

const writeHead = (question: OpenaiQuestion, { jobId, model, created }: OpenaiWorker, isPiece: boolean) => ({
  id: `${isChat(question) ? 'chatcmpl' : 'cmpl'}-${jobId}`,
  object: isChat(question) ? `chat.completion${isPiece ? '.chunk' : ''}` : 'text_completion',
  created,
  model: modelAsked(question, model),
});

const modelAsked = ({ asked }: OpenaiQuestion, model: string): string => (typeof asked['model'] === 'string' ? asked['model'] : model);

const writeDelta = (question: OpenaiQuestion, text: string, isFirst: boolean) => {
  const rest = { index: 0, finish_reason: null, logprobs: null };
  return isChat(question) ? { ...rest, delta: { ...(isFirst ? { role: 'assistant' } : {}), content: text } } : { ...rest, text };
};

const writeLast = (question: OpenaiQuestion) => ({
  index: 0,
  finish_reason: 'stop',
  logprobs: null,
  ...(isChat(question) ? { delta: {} } : { text: '' }),
});

/** Counts the tokens that the worker made; if it makes none, each word counts as one (handler.tokens). */
const countUsage = (question: OpenaiQuestion, said: string, made: TokenCounts | undefined) => {
  const prompt = made?.prompt ?? countTokens(joinPrompt(question));
  const completion = made?.output ?? countTokens(said);
  return { usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion } };
};

const listModels = ({ model, created }: OpenaiWorker): Json => ({
  object: 'list',
  data: [{ id: model, object: 'model', created, owned_by: 'podsim' }],
});

const listEmbeddings = (question: OpenaiQuestion, { model, draw }: OpenaiWorker, made: TokenCounts | undefined): Json => {
  const texts = textsToEmbed(question);
  const tokens = made?.prompt ?? countTokens(texts.join(' '));
  return {
    object: 'list',
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embedText(text, question.asked, draw) })),
    model: modelAsked(question, model),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
};
