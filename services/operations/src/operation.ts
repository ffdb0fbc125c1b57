import type { OutgoingCall } from '@assay/chassis/call-context';
import type { RequestOf, ResponseOf } from '@assay/chassis/grpc/serve';
import type { Answer } from './answer.ts';
import type { RestCode } from './errors/error-catalog.ts';
import type { JsonSchema } from './json-schema.ts';

/** An rpc as ts-proto generates it. Operations name rpcs by reference, so two services may use the same name. */
export interface Rpc {
  readonly path: string;
  readonly requestDeserialize: (bytes: Buffer) => unknown;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

/** Calls an rpc of whichever process serves it; rejects with the DomainError that process answered. */
export type CallRpc = <R extends Rpc>(
  rpc: R,
  call: OutgoingCall,
  request: RequestOf<R>,
) => Promise<ResponseOf<R>>;

/** How an adapter reaches the services. */
export interface Callers {
  /** In the name of the caller. */
  readonly callRpc: CallRpc;
  /** In the adapter's own name. */
  readonly callAsService: CallRpc;
}

/** Method and path, with parameters as `:name`, such as `GET /v2/projects/:projectId`. */
export type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v2/${string}`;

/**
 * Who may ask for an operation: `caller` whoever may call its rpcs; `service` everybody, and its rpc is called in the
 * adapter's own name; `anonymous` everybody. `user` and `signed-in` are for operations behind which there is no rpc.
 */
export type AccessKind = 'caller' | 'service' | 'anonymous' | 'user' | 'signed-in';

interface Documented {
  readonly summary: string;
  readonly description: string;
  /** Errors beyond those every operation can answer with and those that follow from the rules of its rpcs. */
  readonly errors?: readonly RestCode[];
  /** 201 for what creates something; 200 unless given. */
  readonly status?: 200 | 201;
  /** `caller` unless given. */
  readonly access?: AccessKind;
}

/** A body by hand, where REST differs from the request message. */
export interface BodyShape<Request> {
  readonly schema: JsonSchema;
  /** What the OpenAPI document shows where `schema` uses what client generators do not read. */
  readonly documented?: JsonSchema;
  /** The fields of the request that a valid body sets. */
  readonly toRequest: (body: never) => Partial<Request>;
}

/** How parameters, query and body become the request message, beyond what follows from the message itself. */
export interface InputRules<Request> {
  /** What REST calls a field of the request, where the names differ. */
  readonly renamed?: Partial<Record<keyof Request & string, string>>;
  /** Fields of the request that this operation does not offer. */
  readonly omitted?: readonly (keyof Request & string)[];
  /** Fields REST asks for although the message cannot tell whether they were sent, such as a list that may be empty. */
  readonly required?: readonly (keyof Request & string)[];
  /** Fields without presence that null clears, such as a list. */
  readonly nullable?: readonly (keyof Request & string)[];
  /** What REST takes for a field that is not sent. */
  readonly defaults?: Partial<Record<keyof Request & string, unknown>>;
  /** Fields a body may name only for the service to refuse them, because nobody can set them. */
  readonly readOnly?: readonly string[];
  readonly body?: BodyShape<Request>;
  /** The longest JSON body; undefined: as every other operation takes. */
  readonly maxBodyBytes?: number;
}

/** What a transport is handed of an operation that it performs itself. */
export interface AdapterSchemas {
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  /** `isRead` is false for a body that is passed on unread: it is documented and not validated. */
  readonly body?: { readonly mimeType: string; readonly schema: JsonSchema };
}

type Perform<Request, Result> = (callers: Callers, call: OutgoingCall, request: Request) => Promise<Result>;

/** One operation of the interface, as its resource declares it. `derive/` makes of it what adapters serve. */
export interface Operation extends Required<Documented> {
  readonly route: Route;
  /** The rpcs that are called in the name of the caller; the first one's request is what the operation takes. */
  readonly rpcs: readonly Rpc[];
  readonly input: InputRules<Readonly<Record<string, unknown>>>;
  readonly answer: Answer;
  /** Undefined: the transport performs it, with these schemas. */
  readonly perform: Perform<never, unknown> | undefined;
  readonly schemas: AdapterSchemas;
}

/** The operations of one resource under their operationIds. */
export interface Resource {
  readonly tag: { readonly name: string; readonly description: string };
  readonly operations: Readonly<Record<string, Operation>>;
}

export type OperationDeclaration<Request, Result> = Documented &
  InputRules<Request> & { readonly answer: Answer<Result> };

/** An operation that is one call. */
export function operation<R extends Rpc>(
  route: Route,
  rpc: R,
  declared: OperationDeclaration<RequestOf<R>, ResponseOf<R>>,
): Operation {
  const perform: Perform<RequestOf<R>, ResponseOf<R>> = declared.access === 'service'
    ? ({ callAsService }, call, request) => callAsService(rpc, call, request)
    : ({ callRpc }, call, request) => callRpc(rpc, call, request);
  return compositeOperation(route, [rpc], { ...declared, perform });
}

/** An operation that is several calls, or whose answer is more than what was called; the first rpc's request is its input. */
export function compositeOperation<R extends Rpc, Result>(
  route: Route,
  rpcs: readonly [R, ...Rpc[]] | readonly [],
  declared: OperationDeclaration<RequestOf<R>, Result> & { readonly perform: Perform<RequestOf<R>, Result> },
): Operation {
  const { summary, description, errors = [], status = 200, access = 'caller', answer, perform } = declared;
  const { renamed = {}, omitted = [], required = [], nullable = [], defaults = {} } = declared;
  const { readOnly = [], body, maxBodyBytes } = declared;
  const lists = { omitted, required, nullable, readOnly };
  const input = { renamed, defaults, ...lists, ...(body && { body }), ...(maxBodyBytes && { maxBodyBytes }) };
  const documented = { summary, description, errors, status, access };
  // The types above tie input, rpc and answer together; from here on all operations are treated alike.
  const untyped = { input, answer, perform } as unknown as Pick<Operation, 'input' | 'answer' | 'perform'>;
  return { route, rpcs, ...documented, ...untyped, schemas: {} };
}

/** An operation the transport performs: it sets cookies, leads a browser elsewhere, streams or reads raw bytes. */
export function adapterOperation(
  route: Route,
  rpcs: readonly Rpc[],
  declared: Documented & AdapterSchemas & { readonly answer: Answer },
): Operation {
  const { summary, description, errors = [], status = 200, access = 'caller', answer, ...schemas } = declared;
  const { params, query, headers, body } = schemas;
  return {
    ...{ route, rpcs, summary, description, errors, status, access, answer },
    input: {},
    perform: undefined,
    schemas: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body }),
    },
  };
}
