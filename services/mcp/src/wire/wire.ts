import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isJsonContentType,
  classifyInboundRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { isDeeperThan } from '@assay/chassis/http/json-limits';
import type { Runtime } from '@assay/chassis/process/runtime';
import { parseJson } from '@assay/operations/adapter/parse-json';
import { RestError } from '@assay/operations/errors/rest-error';
import type { PersonalCall } from '../endpoint/identify-caller.ts';
import type { Caller } from '../tools/caller.ts';
import { readSelection } from '../tools/selection.ts';
import { createAcceptedCalls, readCallRequest } from './accepted-calls.ts';
import { completeAnswer } from './complete-answer.ts';
import type { Message } from './message-form.ts';
import { createPreparedAnswers, readListRequest } from './prepared-answers.ts';
import { refuseUnknownVersion } from './protocol-versions.ts';
import { createProtocolServer } from './protocol-server.ts';
import type { Offer } from './protocol-server.ts';
import { rpcCodes, rpcError } from './wire-response.ts';
import type { WireResponse } from './wire-response.ts';

export interface WireRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Speaks JSON-RPC in both eras of the protocol: with `initialize` up to 2025-11-25, and without state from 2026-07-28 on. */
export interface Wire {
  answer(call: PersonalCall, request: WireRequest): Promise<WireResponse>;
}

export interface WireDeps extends Offer {
  readonly runtime: Runtime;
}

/** Arguments may be nested as deep as the bodies of REST, within the message that holds them. */
const maxDepth = 40;

export function createWire({ runtime, ...offer }: WireDeps): Wire {
  const modern = createMcpHandler(
    ({ authInfo }) => createProtocolServer(offer, readCaller(authInfo), 'modern'),
    {
      legacy: 'reject',
      onerror: (error) => {
        runtime.logger.debug({ err: error }, 'a request was refused');
      },
    },
  );
  const lists = createPreparedAnswers();
  const calls = createAcceptedCalls(offer.tools);

  /** Has the protocol library read the message and answer it. */
  async function serve(caller: Caller, headers: IncomingHttpHeaders, parsed: Message): Promise<WireResponse> {
    const request = buildRequest(headers, caller.call.signal);
    const options = { parsedBody: parsed, authInfo: buildAuthInfo(caller) };
    const isStateless = isModern(request, parsed);
    if (isStateless && parsed['method'] === streamMethod) return refuseStream(parsed);
    const response = isStateless
      ? await modern.fetch(request, options)
      : await serveLegacy(offer, request, options);
    const text = await response.text();
    const body = completeAnswer(text, offer, { caller, isStateless, method: parsed['method'] });
    return { status: response.status, body: body === '' ? undefined : body };
  }

  return {
    async answer(call, { headers, body }) {
      if (!isJsonContentType(headers['content-type'])) throw unsupportedType(headers['content-type']);
      const message = parseMessage(body);
      if ('refusal' in message) return message.refusal;
      const parsed = dropNullParams(message.parsed);
      const unknownVersion = refuseUnknownVersion(headers, parsed);
      if (unknownVersion !== undefined) return unknownVersion;
      const caller = { call, selection: readSelection(headers) };
      const list = readListRequest(headers, parsed, caller);
      const toolCall = readCallRequest(headers, parsed);
      const ready = list ? lists.find(list) : toolCall && (await calls.answer(caller, toolCall));
      if (ready !== undefined) return { status: 200, body: ready };
      const response = await serve(caller, headers, parsed);
      if (response.status === 200 && typeof response.body === 'string') {
        if (list) lists.remember(list, response.body);
        if (toolCall) calls.remember(toolCall, response.body);
      }
      return response;
    },
  };
}

/** The library would answer with a stream that stays open, although no list changes while a process runs. */
const streamMethod = 'subscriptions/listen';

function refuseStream({ id }: Message): WireResponse {
  return rpcError(404, rpcCodes.methodNotFound, `The method ${streamMethod} is not supported.`, { id });
}

type ParsedMessage = { readonly parsed: Message } | { readonly refusal: WireResponse };

function parseMessage(body: Buffer): ParsedMessage {
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch (error) {
    const reason = error instanceof RestError ? error.message : '';
    return { refusal: rpcError(400, rpcCodes.parseError, reason) };
  }
  if (Array.isArray(parsed))
    return {
      refusal: rpcError(400, rpcCodes.invalidRequest, 'Batches are not supported. Send one message.'),
    };
  if (typeof parsed !== 'object' || parsed === null)
    return { refusal: rpcError(400, rpcCodes.invalidRequest, 'The body is not a JSON-RPC message.') };
  if (isDeeperThan(parsed, maxDepth))
    return { refusal: rpcError(400, rpcCodes.invalidRequest, 'The message is nested too deeply.') };
  return { parsed: parsed as Message };
}

/** Treats null in place of the parameters or arguments as if they were left out. */
function dropNullParams(message: Message): Message {
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (message['method'] !== 'tools/call' || typeof params !== 'object') return message;
  const { arguments: args, ...others } = params as Message;
  return args === null ? { ...rest, params: others } : message;
}

/** Serves one message up to 2025-11-25. Every message is complete in itself, so tools work without `initialize`. */
async function serveLegacy(
  offer: Offer,
  request: Request,
  options: { readonly parsedBody: unknown; readonly authInfo: AuthInfo },
): Promise<Response> {
  const server = createProtocolServer(offer, readCaller(options.authInfo), 'legacy');
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, options);
  } finally {
    await server.close();
  }
}

function isModern(request: Request, body: unknown): boolean {
  const read = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  const { kind } = classifyInboundRequest({
    httpMethod: request.method,
    protocolVersionHeader: read('mcp-protocol-version'),
    mcpMethodHeader: read('mcp-method'),
    mcpNameHeader: read('mcp-name'),
    body,
  } as Parameters<typeof classifyInboundRequest>[0]);
  return kind !== 'legacy';
}

const protocolHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/** Builds the request for the protocol library, which refuses clients that accept only JSON. The answer is always JSON. */
function buildRequest(headers: IncomingHttpHeaders, signal: AbortSignal | undefined): Request {
  const kept = protocolHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, String(value)] as [string, string]];
  });
  return new Request('http://mcp/v2/mcp', {
    method: 'POST',
    headers: [
      ...kept,
      ['accept', 'application/json, text/event-stream'],
      ['content-type', 'application/json'],
    ],
    ...(signal && { signal }),
  });
}

/** The library passes this on to the server of the request. The internal token itself stays out of it. */
function buildAuthInfo(caller: Caller): AuthInfo {
  return { token: '', clientId: caller.call.actor.credentialId, scopes: [], extra: { caller } };
}

function readCaller(authInfo: AuthInfo | undefined): Caller {
  // `buildAuthInfo` made it.
  return authInfo?.extra?.['caller'] as Caller;
}

function unsupportedType(declaredMimeType: string | undefined): RestError {
  return new RestError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The content type of the request body is not supported. Send application/json.',
    { details: { declaredMimeType: declaredMimeType ?? null, allowedMimeTypes: ['application/json'] } },
  );
}
