import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '@assay/local/config';
import { freePorts } from '@assay/local/platform/ports';
import { provideReceiverCertificate } from '@assay/local/webhooks/receiver-certificate';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { inject } from 'vitest';

const programs = {
  node: [process.execPath, 'deploy/local/examples/receiver.mjs'],
  python: ['python3', 'deploy/local/examples/receiver.py'],
} as const;

export type Language = keyof typeof programs;

/** A running example receiver. */
interface ExampleReceiver {
  /** The lines that it printed. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** A platform whose webhooks reach the example receivers. */
export interface ReceiverPlatform extends Pick<LaunchedPlatform, 'baseUrl' | 'apiKey'> {
  /** The addresses of the receivers, as webhooks name them. */
  readonly urls: Readonly<Record<Language, string>>;
  /** Starts a receiver, and waits until it listens. */
  start(language: Language, secret: string): Promise<ExampleReceiver>;
  /** Sends a request to a receiver. Resolves to the status of the response. */
  send(language: Language, body: string, headers: Readonly<Record<string, string>>): Promise<number>;
  stop(): Promise<void>;
}

/** Launches a platform with a new certificate for the receivers, as `npm start` does. */
export async function launchReceiverPlatform(): Promise<ReceiverPlatform> {
  const stateDir = await mkdtemp(join(tmpdir(), 'assay-receivers-'));
  const { authority } = await provideReceiverCertificate(join(stateDir, 'webhooks'));
  const [node = 0, python = 0] = await freePorts(2);
  const ports = { node, python };
  const addresses = [node, python].map((port) => `127.0.0.1:${port.toString()}`);
  const variables = { WEBHOOK_ALLOWED_ADDRESSES: addresses.join(','), WEBHOOK_CA_FILE: authority };
  const platform = await launchPlatform({ servers: inject('servers'), variables });
  const running: ExampleReceiver[] = [];
  return {
    baseUrl: platform.baseUrl,
    apiKey: platform.apiKey,
    urls: {
      node: `https://127.0.0.1:${node.toString()}/`,
      python: `https://127.0.0.1:${python.toString()}/`,
    },
    async start(language, secret) {
      const variables = { ASSAY_STATE_DIR: stateDir, WEBHOOK_SECRET: secret };
      const started = await startReceiver(language, ports[language], variables);
      running.push(started);
      return started;
    },
    async send(language, body, headers) {
      const options = { method: 'POST', port: ports[language], host: '127.0.0.1', headers, agent: false };
      const sent = request({ ...options, ca: await readFile(authority) });
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode ?? 0;
    },
    async stop() {
      await Promise.all(running.map((receiver) => receiver.stop()));
      await platform.stop();
      await rm(stateDir, { recursive: true });
    },
  };
}

async function startReceiver(
  language: Language,
  port: number,
  variables: Readonly<Record<string, string>>,
): Promise<ExampleReceiver> {
  const [command, program] = programs[language];
  const child = spawn(command, [program, '--port', port.toString()], {
    cwd: projectRoot,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  const printed = createInterface(child.stdout);
  printed.on('line', (line) => lines.push(line));
  await Promise.race([once(printed, 'line'), exit]);
  if (!lines[0]?.startsWith('Receiving at ')) throw new Error(`the receiver in ${language} did not start`);
  return {
    lines,
    async stop() {
      child.kill();
      await exit;
    },
  };
}
