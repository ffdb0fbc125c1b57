import { Ajv2020 } from 'ajv/dist/2020.js';
import type { NamedOperation, OpenapiDocument } from '../openapi-document.ts';
import type { Answer } from './exchange.ts';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u;

/** What the document does not allow about an answer, in words; empty: nothing. */
export type ResponseCheck = (operation: NamedOperation, answer: Answer) => readonly string[];

/** Compares answers with what the document says of them: the status, and the schema of a JSON body. */
export function responseCheck(document: OpenapiDocument): ResponseCheck {
  const formats = {
    'date-time': dateTime,
    uri: true,
    email: true,
    double: true,
    int32: true,
    int64: true,
  } as const;
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    formats,
    inlineRefs: false,
  });
  ajv.addSchema(document, 'openapi');
  return ({ operationId, path, method, responses }, { status, headers, text }) => {
    const said = `${operationId} ${String(status)}`;
    const documented = responses[String(status)];
    const shared = documented?.$ref?.split('/').at(-1);
    const response = shared === undefined ? documented : document.components.responses[shared];
    if (response === undefined) return [`${said} is not documented`];
    const isJson = headers['content-type']?.includes('application/json') === true;
    const isDocumentedAsJson = response.content?.['application/json'] !== undefined;
    if (isJson !== isDocumentedAsJson) return [`${said} has a body of another type than documented`];
    if (!isJson) return [];
    const owner =
      shared === undefined
        ? ['paths', path, method, 'responses', String(status)]
        : ['components', 'responses', shared];
    const pointer = [...owner, 'content', 'application/json', 'schema'];
    const validate = ajv.compile({ $ref: `openapi#/${pointer.map(escapePointer).join('/')}` });
    if (validate(JSON.parse(text))) return [];
    return [`${said} ${ajv.errorsText(validate.errors)} in ${text}`];
  };
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
