import type { JsonSchema } from '../json-schema.ts';

/** A JSON-RPC message. The protocol defines methods and parameters, which mcp checks. */
export const mcpMessage: JsonSchema = {
  type: 'object',
  required: ['jsonrpc'],
  description: 'A JSON-RPC 2.0 message.',
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'], description: 'The version of JSON-RPC.' },
    id: { description: 'The id of a request: a string or an integer. A notification has none.' },
    method: { type: 'string', description: 'The method of the protocol, such as `tools/call`.' },
    params: { description: 'The parameters of the method.' },
  },
  examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }],
};

export const mcpAnswer: JsonSchema = {
  type: 'object',
  required: ['jsonrpc'],
  description: 'A JSON-RPC 2.0 response: either `result` or `error`.',
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'], description: 'The version of JSON-RPC.' },
    id: { description: 'The id of the request. Null if it could not be read.' },
    result: { type: 'object', additionalProperties: true, description: 'The result of the method.' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      description: 'The error of the protocol.',
      properties: {
        code: { type: 'integer', description: 'The error code of JSON-RPC or of the protocol.' },
        message: { type: 'string', description: 'The error message for people.' },
        data: { description: 'Facts about the error, such as the supported protocol versions.' },
      },
    },
  },
  examples: [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }],
};

export const protectedResource: JsonSchema = {
  type: 'object',
  required: ['resource', 'bearer_methods_supported', 'resource_name'],
  description: 'The metadata of a protected resource (RFC 9728).',
  properties: {
    resource: { type: 'string', description: 'The address of the MCP endpoint.' },
    authorization_servers: {
      type: 'array',
      items: { type: 'string' },
      description: 'The issuers of access tokens. Absent if the platform accepts only API keys.',
    },
    bearer_methods_supported: {
      type: 'array',
      items: { type: 'string' },
      description: 'The places of a token in a request: always `header`.',
    },
    resource_name: { type: 'string', description: 'The name of the platform.' },
  },
  examples: [
    {
      resource: 'https://assay.example.org/v2/mcp',
      authorization_servers: ['https://issuer.example.org'],
      bearer_methods_supported: ['header'],
      resource_name: 'Assay',
    },
  ],
};
