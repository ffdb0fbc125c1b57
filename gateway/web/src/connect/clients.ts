/** The settings of MCP clients, with the address of this server. Each reads the key from outside its files where the client can. */

export interface Snippet {
  /** The name of the file or terminal that the text is for. */
  readonly place: string;
  readonly text: string;
}

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly snippets: readonly Snippet[];
  readonly note: string;
}

export interface Connection {
  readonly endpoint: string;
  /** Undefined for the default organization of the key. */
  readonly organizationId: string | undefined;
}

/** Lists the clients in the order in which the page shows them. */
export function describeClients(connection: Connection): readonly Client[] {
  return [
    describeClaudeCode(connection),
    describeClaudeDesktop(connection),
    describeCursor(connection),
    describeCode(connection),
    describeInspector(connection),
  ];
}

/** Returns the headers of each request, with the client's own expression for the key. */
function writeHeaders({ organizationId }: Connection, key: string): Readonly<Record<string, string>> {
  return {
    'X-API-Key': key,
    ...(organizationId !== undefined && { 'X-Organization-Id': organizationId }),
  };
}

function describeClaudeCode(connection: Connection): Client {
  const headers = (key: string): Readonly<Record<string, string>> => writeHeaders(connection, key);
  const server = { type: 'http', url: connection.endpoint, headers: headers('${ASSAY_API_KEY}') };
  return {
    id: 'claude-code',
    name: 'Claude Code',
    snippets: [
      {
        place: 'Terminal',
        text: joinLines([
          `claude mcp add --transport http assay ${connection.endpoint}`,
          ...writeOptions('--header', headers('$ASSAY_API_KEY')),
        ]),
      },
      { place: '.mcp.json, to share with a team', text: writeJson({ mcpServers: { assay: server } }) },
    ],
    note: 'Then /mcp in Claude Code shows the connection and its tools.',
  };
}

/** The file of Claude Desktop takes no headers, so that mcp-remote sends them. It splits arguments at spaces on Windows. */
function describeClaudeDesktop(connection: Connection): Client {
  const headers = Object.entries(writeHeaders(connection, '${ASSAY_API_KEY}'));
  const args = [
    ...['-y', 'mcp-remote', connection.endpoint],
    ...headers.flatMap(([name, value]) => ['--header', `${name}:${value}`]),
  ];
  const server = { command: 'npx', args, env: { ASSAY_API_KEY: 'YOUR_API_KEY' } };
  return {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    snippets: [{ place: 'claude_desktop_config.json', text: writeJson({ mcpServers: { assay: server } }) }],
    note: 'Open the file at Settings, Developer, Edit Config. Put your key in the place of YOUR_API_KEY and start Claude again. It needs Node.js.',
  };
}

function describeCursor(connection: Connection): Client {
  const server = { url: connection.endpoint, headers: writeHeaders(connection, '${env:ASSAY_API_KEY}') };
  return {
    id: 'cursor',
    name: 'Cursor',
    snippets: [
      { place: '~/.cursor/mcp.json or .cursor/mcp.json', text: writeJson({ mcpServers: { assay: server } }) },
    ],
    note: 'Start Cursor with ASSAY_API_KEY in its environment. The MCP settings show the connection.',
  };
}

function describeCode(connection: Connection): Client {
  const input = {
    type: 'promptString',
    id: 'assay-api-key',
    description: 'API key of Assay',
    password: true,
  };
  const headers = writeHeaders(connection, '${input:assay-api-key}');
  const server = { type: 'http', url: connection.endpoint, headers };
  return {
    id: 'vs-code',
    name: 'VS Code',
    snippets: [
      { place: '.vscode/mcp.json', text: writeJson({ inputs: [input], servers: { assay: server } }) },
    ],
    note: 'VS Code requests the key when the server starts, and stores it encrypted.',
  };
}

function describeInspector(connection: Connection): Client {
  const options = writeOptions('--header', writeHeaders(connection, '$ASSAY_API_KEY'));
  return {
    id: 'inspector',
    name: 'MCP inspector',
    snippets: [
      {
        place: 'Terminal',
        text: joinLines([
          `npx @modelcontextprotocol/inspector --cli ${connection.endpoint}`,
          '--transport http --method tools/list',
          ...options,
        ]),
      },
    ],
    note: 'Without --cli it opens a page. If it offers a proxy, connect through it, because the endpoint refuses pages of other sites.',
  };
}

/** Writes the request that creates a key for an agent. */
export function writeKeyRequest(origin: string): string {
  const body = {
    name: 'agent',
    role: 'user',
    spendLimitCents: 500,
    spendPeriod: 'day',
    allowedTools: ['list_projects', 'list_project_files', 'run_verification_pipeline'],
  };
  return joinLines([
    `curl ${origin}/v2/users/me/api-keys`,
    '-H "X-API-Key: $ASSAY_API_KEY"',
    `--json '${JSON.stringify(body)}'`,
  ]);
}

function writeOptions(option: string, headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${option} "${name}: ${value}"`);
}

const joinLines = (lines: readonly string[]): string => lines.join(' \\\n  ');

const writeJson = (value: unknown): string => JSON.stringify(value, undefined, 2);
