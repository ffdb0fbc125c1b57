import './published-packages.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ToolAnswer {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers field by field
  readonly structuredContent?: any;
}

/** A connected client of a published package. */
export interface OfficialClient {
  /** The protocol version that both sides agreed on. */
  readonly version: string | undefined;
  listTools(): Promise<readonly { readonly name: string; readonly outputSchema?: object | undefined }[]>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  readText(uri: string): Promise<string>;
  close(): Promise<void>;
}

export interface OfficialPackage {
  readonly title: string;
  readonly version: string;
  readonly connect: (url: URL, key: string) => Promise<OfficialClient>;
}

const info = { name: 'official', version: '1.0.0' };

/** The published TypeScript clients, with the protocol version that each agrees on with the endpoint. */
export const officialPackages: readonly OfficialPackage[] = [
  { title: 'sdk 1', version: '2025-11-25', connect: connectSdk1 },
  { title: 'client 2 with initialize', version: '2025-11-25', connect: connectWith('legacy') },
  { title: 'client 2 that negotiates', version: '2026-07-28', connect: connectWith('auto') },
];

async function connectSdk1(url: URL, key: string): Promise<OfficialClient> {
  const client = new Client1(info);
  const transport = new Transport1(url, { requestInit: { headers: { 'x-api-key': key } } });
  // The package is not compiled with exact optional types.
  await client.connect(transport);
  return {
    version: transport.protocolVersion,
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ToolAnswer,
    readText: async (uri) => firstText((await client.readResource({ uri })).contents),
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
      readText: async (uri) => firstText((await client.readResource({ uri })).contents),
      close: () => client.close(),
    };
  };
}

function firstText([content]: readonly object[]): string {
  if (content === undefined || !('text' in content)) throw new Error('the resource has no text');
  return String(content.text);
}
