import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@assay/local/config';
import { needs, readFirstText } from './official-client.ts';
import type { OfferedTool, OfficialClient, OfficialPackage, ToolAnswer } from './official-client.ts';

/** The version of the inspector that `.ci/run` installs. */
export const inspectorVersion = '2.12.0';

const { toolCache, inherited } = readConfig();
const folder = join(toolCache, `inspector-${inspectorVersion}`);
const program = join(folder, 'node_modules', '.bin', 'mcp-inspector');

export const inspectors: readonly OfficialPackage[] = (
  [
    { version: '2025-11-25', era: 'legacy' },
    { version: '2026-07-28', era: 'auto' },
  ] as const
).map(({ version, era }) => ({
  title: `inspector ${inspectorVersion} ${era} (${needs})`,
  version,
  followsTasks: era === 'auto',
  isInstalled: existsSync(join(folder, 'complete')),
  connect: (url, key) => connect(url, key, era),
}));

/** Offers the command line as a client. Every request is a process that connects anew. */
async function connect(url: URL, key: string, era: 'legacy' | 'auto'): Promise<OfficialClient> {
  const home = await mkdtemp(join(tmpdir(), 'assay-inspector-'));
  const server = [url.href, '--transport', 'http', '--header', `X-API-Key: ${key}`, '--protocol-era', era];
  const send = <Answer>(method: string, ...args: readonly string[]) =>
    run<Answer>(home, [...server, '--format', 'json', '--quiet', '--method', method, ...args]);
  const { protocolVersion } = await send<{ readonly protocolVersion: string }>('initialize');
  return {
    version: protocolVersion,
    // With `--strict` the inspector fails on schemas that clients reject.
    listTools: async () => (await send<{ tools: readonly OfferedTool[] }>('tools/list', '--strict')).tools,
    call: (name, args) => send<ToolAnswer>('tools/call', '--tool-name', name, ...writeArguments(args)),
    readText: async (uri) =>
      readFirstText((await send<{ contents: readonly object[] }>('resources/read', '--uri', uri)).contents),
    close: () => rm(home, { recursive: true, force: true }),
  };
}

function writeArguments(args: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return ['--tool-arg', `${name}=${text}`];
  });
}

/** The inspector exits with this code after a tool that failed, and prints its answer all the same. */
const toolFailed = 5;

/** @param home the folder in which the inspector keeps its settings */
function run<Answer>(home: string, args: readonly string[]): Promise<Answer> {
  const env = { ...inherited, HOME: home };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, '--cli', ...args], { env }, (error, stdout, stderr) => {
      if (error !== null && error.code !== toolFailed) reject(new Error(stderr, { cause: error }));
      else resolve((JSON.parse(stdout) as { readonly result: Answer }).result);
    });
  });
}
