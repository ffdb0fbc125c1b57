import type { DescMethod } from '@bufbuild/protobuf';
import { contractMethod } from '@assay/chassis/grpc/contract/contract';
import { deriveErrorCodes } from '../errors/error-responses.ts';
import type { RestCode } from '../errors/error-catalog.ts';
import type { AccessKind, Callers, Operation, Resource, Rpc } from '../operation.ts';
import type { Shape } from '../shape.ts';
import { deriveAccess } from './access.ts';
import type { Access } from './access.ts';
import { deriveAnswer } from './answer.ts';
import type { RestResponse, ServedAnswer } from './answer.ts';
import { deriveInput } from './input.ts';
import type { Input } from './input.ts';
import type { RestRequest } from './request.ts';
import { showMessages } from './message.ts';
import type { ShownMessages } from './shown.ts';
import type { OutgoingCall } from '@assay/chassis/call-context';

/** An operation with everything derived from its declaration and the contract, compiled once. */
export interface ServedOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  /** The path, with parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly accessKind: AccessKind;
  readonly access: Access;
  readonly rpcs: readonly Rpc[];
  /** An rpc that judges the path before the body is judged. */
  readonly judgedFirst?: Rpc | undefined;
  readonly errors: readonly RestCode[];
  readonly input: Input;
  readonly answer: ServedAnswer;
  /** Undefined if the adapter performs the operation. Rejects with a DomainError or RestError. */
  readonly perform:
    ((callers: Callers, call: OutgoingCall, rest: RestRequest) => Promise<RestResponse>) | undefined;
}

export interface ServedOperations {
  readonly operations: readonly ServedOperation[];
  /** The messages that the responses contain. */
  readonly messages: ShownMessages;
}

/** @param shapes the shapes of messages that always have one */
export function serveOperations(resources: readonly Resource[], shapes: readonly Shape[]): ServedOperations {
  const messages = showMessages(shapes);
  const operations = resources.flatMap(({ tag, operations: declared }) =>
    Object.entries(declared).map(([id, operation]) =>
      serveOperation({ id, tag: tag.name, operation }, messages),
    ),
  );
  return { operations, messages };
}

interface Named {
  readonly id: string;
  readonly tag: string;
  readonly operation: Operation;
}

function serveOperation({ id, tag, operation }: Named, messages: ShownMessages): ServedOperation {
  const { route, rpcs, summary, description, access: accessKind, judgedFirst } = operation;
  const [method = '', path = ''] = route.split(' ');
  const [first] = rpcs.map(getMethod);
  const input =
    operation.perform === undefined ? buildAdapterInput(operation) : deriveInput(operation, first?.input);
  const answer = deriveAnswer(operation, first?.output, messages);
  const access = deriveAccess(operation);
  const errors = deriveErrorCodes({
    ...access,
    own: operation.errors,
    isAnonymous: access.role === 'none',
    hasBody: input.body !== undefined || input.documentedBody !== undefined,
  });
  const perform = buildPerform(operation, input, answer);
  const about = { id, tag, method, path, summary, description };
  return { ...about, accessKind, access, rpcs, judgedFirst, errors, input, answer, perform };
}

function getMethod({ path }: Rpc): DescMethod {
  const method = contractMethod(path);
  if (method === undefined) throw new Error(`the contract has no rpc ${path}`);
  return method;
}

function buildAdapterInput({ route, schemas: { params, query, headers, body } }: Operation): Input {
  const organizationParam = /:(orgId|organizationId)\b/u.exec(route)?.[1];
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(body && { documentedBody: body.schema, bodyType: body.mimeType }),
    organizationParam,
    fields: {},
    toRequest: () => {
      throw new Error(`${route} is performed by its adapter`);
    },
  };
}

function buildPerform(
  { perform }: Operation,
  { toRequest }: Input,
  { toResponse }: ServedAnswer,
): ServedOperation['perform'] {
  if (perform === undefined) return undefined;
  return async (callers, call, rest) => {
    const request = toRequest(rest) as never;
    return toResponse((await perform(callers, call, request)) as never, rest.query);
  };
}
