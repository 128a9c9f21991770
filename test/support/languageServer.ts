import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node.js';

/** Where a word of a file is wrong, by its line from 1, and why. */
export interface Diagnostic {
  readonly line: number;
  readonly message: string;
}

/** The YAML language server as editors start it: a process that is spoken to over its pipes, and that reads schemas from disk. */
export class LanguageServer {
  readonly #process = spawn(process.execPath, [serverPath, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  readonly #connection = createMessageConnection(
    new StreamMessageReader(this.#process.stdout),
    new StreamMessageWriter(this.#process.stdin),
  );
  readonly #ended = new Promise<number | null>((resolve) => this.#process.on('exit', resolve));
  readonly #waiting = new Map<string, (found: readonly Diagnostic[]) => void>();
  #opened = 0;

  static async start(): Promise<LanguageServer> {
    const server = new LanguageServer();
    await server.#initialize();
    return server;
  }

  async #initialize(): Promise<void> {
    // The store of schemas is on the network.
    const settings = { yaml: { schemaStore: { enable: false }, validate: true, completion: true } };
    this.#connection.onRequest('workspace/configuration', ({ items }: { readonly items: readonly { readonly section: string }[] }) =>
      items.map(({ section }) => (settings as Readonly<Record<string, object>>)[section] ?? {}),
    );
    this.#connection.onRequest('client/registerCapability', () => null);
    this.#connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: Published) => {
      this.#waiting.get(uri)?.(diagnostics.map(({ range, message }) => ({ line: range.start.line + 1, message })));
    });
    this.#connection.listen();
    const capabilities = { workspace: { configuration: true }, textDocument: { completion: {}, publishDiagnostics: {} } };
    await this.#connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities });
    await this.#connection.sendNotification('initialized', {});
  }

  /** What the server says of a text, as if it were a file in that folder. */
  async diagnose(folder: string, text: string): Promise<readonly Diagnostic[]> {
    return (await this.#open(folder, text)).found;
  }

  /** What the server offers where `|` stands in a text. */
  async complete(folder: string, marked: string): Promise<readonly string[]> {
    const offset = marked.indexOf('|');
    const before = marked.slice(0, offset).split('\n');
    const { uri } = await this.#open(folder, marked.slice(0, offset) + marked.slice(offset + 1));
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const { items } = await this.#connection.sendRequest<{ readonly items: readonly { readonly label: string }[] }>(
      'textDocument/completion',
      {
        textDocument: { uri },
        position,
      },
    );
    return items.map(({ label }) => label);
  }

  async #open(folder: string, text: string) {
    this.#opened += 1;
    const uri = pathToFileURL(`${folder}/open-${this.#opened}.yaml`).href;
    const found = new Promise<readonly Diagnostic[]>((resolve) => this.#waiting.set(uri, resolve));
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    return { uri, found: await found };
  }

  /** Ends the process; its exit code. */
  async stop(): Promise<number | null> {
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
    return this.#ended;
  }
}

const serverPath = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly { readonly message: string; readonly range: { readonly start: { readonly line: number } } }[];
}
