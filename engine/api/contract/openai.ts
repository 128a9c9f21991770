import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { json } from './parts/json.ts';
import { openObject } from './parts/objects.ts';

/** Any other properties. They may be absent, like those below: the types of the package make all of them optional. */
const others = json.optional();

/** The body from a client of a language model. Its worker reads it; the queue only looks at `stream` (queue.openai). */
export const openaiRequest = z
  .object({
    model: json.optional().describe('Which model of the worker'),
    stream: json.optional().describe('true: pieces as they come, as server-sent events'),
  })
  .catchall(others);

/** An embedding arrives in one piece. */
export const openaiEmbeddingRequest = openObject(() => ({ model: json.optional().describe('Which model of the worker') })).catchall(others);

/** The raw answer of the worker. */
export const openaiAnswer = lazily(() => json.describe('What the worker answers, in the words of OpenAI’s protocol'));

/** The data of one event of a stream, as its worker wrote it. The last is not JSON: `[DONE]`. */
export const openaiPiece = lazily(() => json.describe('A piece, in the words of OpenAI’s protocol; the last event is [DONE]'));
