import './published-packages.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { readFirstText } from './official-client.ts';
import type { OfficialClient, OfficialPackage, ToolAnswer } from './official-client.ts';

const info = { name: 'official', version: '1.0.0' };

export const typescriptPackages: readonly OfficialPackage[] = [
  { title: 'TypeScript SDK 1', version: '2025-11-25', connect: connectSdk1 },
  { title: 'TypeScript client 2 with initialize', version: '2025-11-25', connect: connectWith('legacy') },
  { title: 'TypeScript client 2 that negotiates', version: '2026-07-28', connect: connectWith('auto') },
].map((client) => ({ ...client, isInstalled: true }));

async function connectSdk1(url: URL, key: string): Promise<OfficialClient> {
  const client = new Client1(info);
  const transport = new Transport1(url, { requestInit: { headers: { 'x-api-key': key } } });
  // The package is not compiled with exact optional types.
  await client.connect(transport);
  return {
    version: transport.protocolVersion,
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ToolAnswer,
    readText: async (uri) => readFirstText((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

function connectWith(mode: 'legacy' | 'auto'): OfficialPackage['connect'] {
  return async (url, key) => {
    const client = new Client(info, { versionNegotiation: { mode } });
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'x-api-key': key } } }),
    );
    return {
      version: client.getNegotiatedProtocolVersion(),
      listTools: async () => (await client.listTools()).tools,
      call: async (name, args) => await client.callTool({ name, arguments: args }),
      readText: async (uri) => readFirstText((await client.readResource({ uri })).contents),
      close: () => client.close(),
    };
  };
}
