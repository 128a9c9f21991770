import type { ScenarioText } from '../pageData.ts';

/** A scenario from a link, or the problem with the link. */
export type LinkedScenario = { readonly scenario: ScenarioText } | { readonly problem: string };

/** The longest scenario file; `podsim run` has the same limit. */
const textMax = 4_000_000;
/** Nor is a link: browsers cut longer ones off. */
export const linkMax = 1_000_000;

/** A scenario as text that a link can hold: deflated JSON in URL-safe Base64. */
export const linkText = async (scenario: ScenarioText): Promise<string> => {
  const bytes = await new Response(
    through(new TextEncoder().encode(JSON.stringify(scenario)), new CompressionStream('deflate-raw')),
  ).arrayBuffer();
  let binary = '';
  for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

/** Reads what `linkText` wrote. A stranger may have chosen every byte of it, so each step has a bound. */
export const scenarioOfLink = async (text: string): Promise<LinkedScenario> => {
  if (text.length > linkMax) return no(`it has ${text.length} characters, and at most ${linkMax} are read. Send the page itself instead`);
  if (!/^[\w-]+$/.test(text))
    return no('it has characters that no such link has. It may have been cut off or changed on its way: copy it again');
  const inflated = await inflate(text);
  if ('problem' in inflated) return inflated;
  return parseScenario(inflated.text);
};

const no = (why: string): { readonly problem: string } => ({ problem: `The scenario in this link cannot be read: ${why}.` });

const damaged = no('its data is damaged. It may have been cut off on its way: copy it again');

const inflate = async (text: string): Promise<{ readonly text: string } | { readonly problem: string }> => {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const reader = through(bytes, new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [found, length] = ['', 0];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: found + decoder.decode() };
      length += value.length;
      if (length > textMax) {
        await reader.cancel();
        return no(`it unpacks to more than ${textMax} bytes, and a scenario has at most that many`);
      }
      found += decoder.decode(value, { stream: true });
    }
  } catch {
    return damaged;
  }
};

const through = (bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes]).stream().pipeThrough(transform);

const parseScenario = (text: string): LinkedScenario => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return damaged;
  }
  if (!isRecord(data) || typeof data['file'] !== 'string' || typeof data['text'] !== 'string')
    return no('its data is no scenario. It may be a link to something else');
  const { file, text: yaml, files = {}, seeds, changes } = data as Record<string, unknown> & { file: string; text: string };
  if (!isRecord(files) || !Object.values(files).every((one) => typeof one === 'string'))
    return no('the files that it includes are no texts');
  if (!isListOfTexts(seeds)) return no('its seeds are no list of texts');
  if (!isListOfTexts(changes)) return no('its changes are no list of texts');
  return {
    scenario: {
      file,
      text: yaml,
      files: files as Record<string, string>,
      ...(seeds === undefined ? {} : { seeds }),
      ...(changes === undefined ? {} : { changes }),
    },
  };
};

/** A list of texts that is not too long, or nothing. */
const isListOfTexts = (value: unknown): value is readonly string[] | undefined =>
  value === undefined ||
  (Array.isArray(value) && value.length > 0 && value.length <= listMax && value.every((one) => typeof one === 'string'));

const listMax = 100;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
