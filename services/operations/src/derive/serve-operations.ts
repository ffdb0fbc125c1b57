import type { DescMethod } from '@bufbuild/protobuf';
import { contractMethod } from '@assay/chassis/grpc/contract';
import { errorCodesOf } from '../errors/error-responses.ts';
import type { RestCode } from '../errors/error-catalog.ts';
import type { AccessKind, Callers, Operation, Resource, Rpc } from '../operation.ts';
import type { Shape } from '../shape.ts';
import { accessOf } from './access.ts';
import type { Access } from './access.ts';
import { answerOf } from './answer.ts';
import type { Answered, ServedAnswer } from './answer.ts';
import { inputOf } from './input.ts';
import type { Input } from './input.ts';
import type { GivenInput } from './request.ts';
import { showMessages } from './message.ts';
import type { ShownMessages } from './shown.ts';
import type { OutgoingCall } from '@assay/chassis/call-context';

/** An operation with all that follows from its declaration and the contract, compiled once. */
export interface ServedOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  /** With parameters as `:name`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly accessKind: AccessKind;
  readonly access: Access;
  readonly rpcs: readonly Rpc[];
  readonly errors: readonly RestCode[];
  readonly input: Input;
  readonly answer: ServedAnswer;
  /** Undefined: the transport performs it. Rejects with a DomainError or RestError. */
  readonly perform:
    ((callers: Callers, call: OutgoingCall, given: GivenInput) => Promise<Answered>) | undefined;
}

export interface ServedOperations {
  readonly operations: readonly ServedOperation[];
  /** The messages their answers show. */
  readonly messages: ShownMessages;
}

/** @param shapes of messages that REST never shows as they are */
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
  const { route, rpcs, summary, description, access: accessKind } = operation;
  const [method = '', path = ''] = route.split(' ');
  const [first] = rpcs.map(methodOf);
  const input =
    operation.perform === undefined ? transportedInput(operation) : inputOf(operation, first?.input);
  const answer = answerOf(operation, first?.output, messages);
  const access = accessOf(operation);
  const errors = errorCodesOf({
    ...access,
    own: operation.errors,
    isAnonymous: access.role === 'none',
    hasBody: input.body !== undefined || input.documentedBody !== undefined,
  });
  const perform = performer(operation, input, answer);
  const about = { id, tag, method, path, summary, description };
  return { ...about, accessKind, access, rpcs, errors, input, answer, perform };
}

function methodOf({ path }: Rpc): DescMethod {
  const method = contractMethod(path);
  if (method === undefined) throw new Error(`the contract has no rpc ${path}`);
  return method;
}

function transportedInput({ route, schemas: { params, query, headers, body } }: Operation): Input {
  const organizationParam = /:(orgId|organizationId)\b/u.exec(route)?.[1];
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(body && { documentedBody: body.schema, bodyType: body.mimeType }),
    organizationParam,
    fields: {},
    toRequest: () => {
      throw new Error(`${route} is performed by its transport`);
    },
  };
}

function performer(
  { perform }: Operation,
  { toRequest }: Input,
  { toAnswered }: ServedAnswer,
): ServedOperation['perform'] {
  if (perform === undefined) return undefined;
  return async (callers, call, given) => {
    const request = toRequest(given) as never;
    return toAnswered((await perform(callers, call, request)) as never, given.query);
  };
}
