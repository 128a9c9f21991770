import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { json } from './parts/json.ts';

/** Whatever else there is. It may be absent, as the properties below: the types of the package say so for all of them. */
const others = json.optional();

/** What the client of a language model sends. Its worker reads it; the queue looks at `stream` alone (queue.openai). */
export const openaiRequest = z
  .object({
    model: json.optional().describe('Which model of the worker'),
    stream: json.optional().describe('true: pieces as they come, as server-sent events'),
  })
  .catchall(others);

/** An embedding comes in one piece. */
export const openaiEmbeddingRequest = z.object({ model: json.optional().describe('Which model of the worker') }).catchall(others);

/** Answered raw: whatever the worker gives. */
export const openaiAnswer = lazily(() => json.describe('What the worker answers, in the words of OpenAI’s protocol'));

/** The data of one event of a stream, as its worker wrote it. The last is no JSON: `[DONE]`. */
export const openaiPiece = lazily(() => json.describe('A piece, in the words of OpenAI’s protocol; the last event is [DONE]'));
