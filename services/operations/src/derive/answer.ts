import type { DescMessage } from '@bufbuild/protobuf';
import type { Answer, DocumentedResponse } from '../answer.ts';
import type { Operation } from '../operation.ts';
import { bodyMaker, documentedBody } from './answer-body.ts';
import type { Shown } from './answer-body.ts';
import { documentedHeaders, headersFor, isPaged, listHeaders } from './list-answer.ts';
import type { OperationResult, Paging } from './list-answer.ts';
import { getMessage } from './message.ts';
import { flattenMessage } from './rest-fields.ts';
import type { ShownMessages } from './shown.ts';

/** The response that a REST adapter sends. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON unless `headers` name another type. Undefined if there is no body. */
  readonly body: unknown;
}

export interface ServedAnswer {
  readonly responses: readonly DocumentedResponse[];
  /** The message whose fields are the members of the JSON body. Undefined if there is none. */
  readonly shownAs: string | undefined;
  readonly toResponse: (result: never, query: Paging) => RestResponse;
}

const noHeaders = {};

/** @param desc the response of the first rpc of the operation; undefined if it calls none */
export function deriveAnswer(
  { answer, status }: Pick<Operation, 'answer' | 'status'>,
  desc: DescMessage | undefined,
  messages: ShownMessages,
): ServedAnswer {
  const { kind, description } = answer;
  switch (kind) {
    case 'no-content':
      return {
        responses: [{ status: 204, description }],
        shownAs: undefined,
        toResponse: () => ({ status: 204, headers: noHeaders, body: undefined }),
      };
    case 'redirect':
      return {
        responses: [{ status: 302, description, headers: locationHeader }],
        shownAs: undefined,
        toResponse: ({ url }: { url: string }) => ({
          status: 302,
          headers: { location: url },
          body: undefined,
        }),
      };
    case 'content':
      return contentAnswer(answer, status);
    case 'json':
      return {
        responses: answer.responses ?? [
          { status, description, content: { 'application/json': { schema: answer.schema ?? {} } } },
        ],
        shownAs: undefined,
        toResponse: (result: unknown) => ({ status, headers: noHeaders, body: result }),
      };
    case 'message':
    case 'page':
    case 'list':
    case 'array':
      return messageAnswer(answer, status, { ...shownIn(answer, desc, messages), desc });
  }
}

function redirectTo({ url = '' }: { readonly url?: string }): RestResponse['headers'] {
  return { location: url };
}

const locationHeader = {
  Location: { description: 'The address to continue at.', schema: { type: 'string' } },
};

function shownIn({ field, shape }: Answer, desc: DescMessage | undefined, messages: ShownMessages): Shown {
  const message = shape === undefined ? fieldMessage(desc, field) : getMessage(shape.message);
  const { name, toRest, schema } = messages.show(message, shape);
  const [example] = (schema['examples'] ?? []) as readonly unknown[];
  return { name, toRest, example };
}

function fieldMessage(desc: DescMessage | undefined, name: string | undefined): DescMessage {
  const message =
    name === undefined ? desc : desc?.fields.find(({ localName }) => localName === name)?.message;
  if (message === undefined)
    throw new Error(`${desc?.typeName ?? 'no response'} has no message field ${name ?? ''}`);
  return message;
}

type ShownAnswer = Shown & { readonly desc: DescMessage | undefined };

function messageAnswer(answer: Answer, status: number, shown: ShownAnswer): ServedAnswer {
  const { schema, example } = documentedBody(answer, shown);
  const { description, otherwise } = answer;
  const content = { 'application/json': { schema, ...(example !== undefined && { example }) } };
  const listed = listHeaders(answer, isPaged(shown.desc));
  const headers = documentedHeaders(listed);
  const usual = { status, description, content, ...(headers && { headers }) };
  const isRedirect = otherwise?.status === 302;
  const hasBody = !isRedirect && otherwise?.status !== 204;
  const other = otherwise && {
    status: otherwise.status,
    description: otherwise.description,
    ...(hasBody && { content }),
    ...(isRedirect && { headers: locationHeader }),
  };
  const toBody = bodyMaker(answer, shown);
  const when = otherwise?.when as ((result: unknown) => boolean) | undefined;
  return {
    responses: other === undefined ? [usual] : [other, usual],
    shownAs: shown.name,
    toResponse: (answered: OperationResult, query) => {
      const result = shown.desc === undefined ? answered : flattenMessage(shown.desc, answered);
      const isOther = other !== undefined && when?.(result) === true;
      return {
        status: isOther ? other.status : status,
        headers: isOther && isRedirect ? redirectTo(result) : headersFor(listed, result, answer),
        body: isOther && !hasBody ? undefined : toBody(result, query),
      };
    },
  };
}

interface Content {
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function contentAnswer(answer: Answer, status: number): ServedAnswer {
  const { description, content = {} } = answer;
  const schemas = Object.entries(content).map(([type, schema]) => [type, { schema }] as const);
  return {
    responses: answer.responses ?? [{ status, description, content: Object.fromEntries(schemas) }],
    shownAs: undefined,
    toResponse: (result: Content) => ({
      status,
      headers: { 'content-type': result.contentType, ...result.headers },
      body: Buffer.from(result.content),
    }),
  };
}
