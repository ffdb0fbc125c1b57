import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readConfig } from '@assay/local/config';
import { needs, readFirstText } from './official-client.ts';
import type { OfferedTool, OfficialClient, OfficialPackage, ToolAnswer } from './official-client.ts';

/** The versions of the package `mcp` that `.ci/run` installs. */
export const pythonVersions = { first: '1.30.0', second: '2.3.0' };

export const pythonPackages: readonly OfficialPackage[] = [
  offer({ release: pythonVersions.first, version: '2025-11-25' }),
  offer({ release: pythonVersions.second, version: '2025-11-25', mode: 'legacy' }),
  offer({ release: pythonVersions.second, version: '2026-07-28', mode: 'auto' }),
];

interface Release {
  readonly release: string;
  readonly version: string;
  /** The way in which version 2 of the SDK negotiates. */
  readonly mode?: 'legacy' | 'auto';
}

function offer({ release, version, mode }: Release): OfficialPackage {
  const folder = join(readConfig().toolCache, `mcp-${release}`);
  const modes = mode === undefined ? [] : [mode];
  return {
    title: `${['Python', release, ...modes].join(' ')} (${needs})`,
    version,
    isInstalled: existsSync(join(folder, 'complete')),
    connect: (url, key) => connect(join(folder, 'bin', 'python'), [url.href, key, ...modes]),
  };
}

async function connect(python: string, args: readonly string[]): Promise<OfficialClient> {
  const program = join(import.meta.dirname, 'python-client.py');
  const child = spawn(python, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // A program that ended is reported by the next read.
  child.stdin.on('error', () => undefined);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async <Answer>(): Promise<Answer> => {
    const { done, value } = await lines.next();
    if (done === true) throw new Error(`The client in Python ended.\n${errors}`);
    return JSON.parse(value) as Answer;
  };
  const send = async <Answer>(method: string, params: object): Promise<Answer> => {
    child.stdin.write(`${JSON.stringify({ method, params })}\n`);
    return await read<Answer>();
  };
  const { version } = await read<{ readonly version: string }>();
  return {
    version,
    listTools: async () => (await send<{ tools: readonly OfferedTool[] }>('tools/list', {})).tools,
    call: (name, args) => send<ToolAnswer>('tools/call', { name, arguments: args }),
    readText: async (uri) =>
      readFirstText((await send<{ contents: readonly object[] }>('resources/read', { uri })).contents),
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
