import { json } from '../../answer.ts';
import { referTo } from '../../json-schema.ts';
import { adapterOperation } from '../../operation.ts';
import type { Operation, Resource } from '../../operation.ts';
import { mcpMessage } from '../../shapes/mcp.ts';

const answered = { 'application/json': { schema: referTo('McpAnswer') } };
const refused = { 'application/json': { schema: { anyOf: [referTo('Error'), referTo('McpAnswer')] } } };

export const mcp: Resource = {
  tag: {
    name: 'MCP',
    description: 'The Model Context Protocol, by which agents call the platform as tools.',
  },
  operations: {
    sendMcpMessage: adapterOperation('POST /v2/mcp', [], {
      summary: 'Send an MCP message',
      description:
        'Takes one JSON-RPC message of the Model Context Protocol: up to 2025-11-25 also `initialize`, from 2026-07-28 on without a ' +
        'session. Answers are always JSON. A failed tool call is a result with `isError`, whose only text is the error body of this ' +
        'interface. The headers `X-MCP-Toolsets`, `X-MCP-Tools`, `X-MCP-Exclude-Tools`, `X-MCP-Readonly` and `X-MCP-Lockdown` narrow ' +
        'the tools and their answers. A request of a page of another site is refused with {FORBIDDEN}.',
      access: 'signed-in',
      errors: ['PAYLOAD_TOO_LARGE'],
      body: {
        mimeType: 'application/json',
        schema: { ...referTo('McpMessage'), examples: mcpMessage['examples'] },
      },
      answer: {
        ...json({}, 'The answer to a request.'),
        responses: [
          { status: 200, description: 'The answer to a request.', content: answered },
          { status: 202, description: 'The message was a notification, which has no answer.' },
          {
            status: 400,
            description: 'The message, its headers or its protocol version are not valid.',
            content: refused,
          },
          {
            status: 404,
            description:
              'The method does not exist in the protocol version of the message, or the credential does not reach the organization.',
            content: refused,
          },
        ],
      },
    }),
    getMcpMetadata: describeProtectedResource('GET /.well-known/oauth-protected-resource'),
    getMcpEndpointMetadata: describeProtectedResource('GET /.well-known/oauth-protected-resource/v2/mcp'),
  },
};

function describeProtectedResource(route: Operation['route']): Operation {
  return adapterOperation(route, [], {
    summary: 'Find the authorization server of the MCP endpoint',
    description:
      'Returns the metadata of RFC 9728: the address of the MCP endpoint, and the issuer of its access tokens if the platform has ' +
      'one. Needs no credential. Without a configured public address, it is not found.',
    access: 'anonymous',
    errors: ['MCP_METADATA_NOT_FOUND'],
    answer: json(referTo('ProtectedResource'), 'The metadata.'),
  });
}
