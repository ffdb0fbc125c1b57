import { describeAccess } from '../derive/access.ts';
import type { Access } from '../derive/access.ts';
import { kibibytes } from '@assay/chassis/units';
import { usualBodyBytes } from '../derive/body-size.ts';
import type { Input } from '../derive/input.ts';
import type { DocumentedResponse } from '../answer.ts';
import type { ServedOperation, ServedOperations } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';
import { components } from '../resources/operations.ts';
import type { Resource } from '../operation.ts';
import { buildErrorExamples, buildErrorResponses, findExamples, referToErrors } from './error-components.ts';
import { commonHeaders, commonParameters, referToHeaders } from './headers.ts';
import { findLinks } from './links.ts';
import type { ShownAnswer } from './links.ts';
import { buildParameters, findSharedParameters } from './parameters.ts';
import type { SharedParameters } from './parameters.ts';
import { renderTexts, toTemplate } from './references.ts';
import { securitySchemes } from './security-schemes.ts';
import { introduction, overview } from './texts.ts';
import { documentWebhooks, webhookParameters } from './webhooks.ts';
import type { DocumentedWebhooks } from './webhooks.ts';

/** An OpenAPI 3.1 document, with the parts that other modules read. */
export interface OpenapiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: Resource['tag'][];
  readonly security: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>;
  readonly webhooks: DocumentedWebhooks;
  readonly components: Readonly<Record<string, unknown>> & { readonly parameters: SharedParameters };
}

export interface OpenapiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[] | undefined;
  readonly 'x-assay-role'?: string | undefined;
  readonly 'x-assay-key-role'?: string | undefined;
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?:
    | {
        readonly description?: string;
        readonly required: boolean;
        readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
      }
    | undefined;
  readonly responses: Readonly<Record<string, object>>;
}

/** Builds the document of the operations. @param sessionCookie the name of the session cookie of browsers */
export function openapiDocument(
  { operations, messages }: ServedOperations,
  resources: readonly Resource[],
  sessionCookie: string,
): OpenapiDocument {
  const schemas = {
    ...components,
    ...Object.fromEntries(messages.all().map(({ name, schema }) => [name, schema])),
  };
  const sharedParameters = findSharedParameters(operations);
  const source = { operations, schemas, sharedParameters };
  const paths: Record<string, Record<string, OpenapiOperation>> = {};
  for (const operation of operations) {
    const path = (paths[toTemplate(operation.path)] ??= {});
    path[operation.method.toLowerCase()] = documentOperation(operation, source);
  }
  return renderTexts<OpenapiDocument>({
    openapi: '3.1.0',
    info: { title: 'Assay', version: '2.0.0', description: `${introduction}\n\n${overview}` },
    servers: [{ url: '/', description: 'This host.' }],
    tags: [...new Map(resources.map(({ tag }) => [tag.name, tag])).values()],
    security: usualSecurity,
    paths,
    webhooks: documentWebhooks(),
    components: {
      securitySchemes: securitySchemes(sessionCookie),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: buildErrorResponses(operations.map(({ errors }) => errors)),
      examples: buildErrorExamples(),
      headers: commonHeaders,
      parameters: { ...commonParameters, ...webhookParameters, ...sharedParameters },
    },
  });
}

/** The alternatives of an operation that does not name its own. */
const usualSecurity = [{ apiKey: [] }, { bearer: [] }, { session: [] }];

function documentSecurity({ role, keyRole, isForGuests, isCredentialOptional }: Access) {
  if (role === 'none') return { security: [] };
  const isUsual = !isForGuests && !isCredentialOptional;
  const security = [
    ...usualSecurity,
    ...(isForGuests ? [{ guest: [] }] : []),
    ...(isCredentialOptional ? [{}] : []),
  ];
  return { ...(!isUsual && { security }), 'x-assay-role': role, 'x-assay-key-role': keyRole };
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The data that the description of each operation needs. */
interface Source {
  readonly operations: readonly ServedOperation[];
  readonly schemas: Schemas;
  readonly sharedParameters: SharedParameters;
}

function documentOperation(operation: ServedOperation, source: Source): OpenapiOperation {
  const { id, summary, description, tag, access, input } = operation;
  const body = input.documentedBody;
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: [description, describeAccess(access)].filter((text) => text !== '').join(' '),
    ...documentSecurity(access),
    parameters: buildParameters(operation, source.sharedParameters),
    ...(body && {
      requestBody: {
        ...describeSize(input),
        required: input.isBodyOptional !== true,
        content: { [input.bodyType ?? 'application/json']: buildBody(body) },
      },
    }),
    responses: buildResponses(operation, source),
  };
}

/** Describes the maximum size of a JSON body if it is not the usual one. */
function describeSize({ maxBodyBytes = usualBodyBytes }: Input): { readonly description?: string } {
  return maxBodyBytes === usualBodyBytes
    ? {}
    : { description: `The body has at most ${maxBodyBytes / kibibytes(1)} KiB.` };
}

/** Moves the example of a body out of its schema, to the place where tools expect it. */
function buildBody({ examples, ...schema }: JsonSchema): { schema: JsonSchema } {
  const [example] = (examples ?? []) as readonly unknown[];
  return { schema, ...(example !== undefined && { example }) };
}

function buildResponses(operation: ServedOperation, { operations, schemas }: Source): Record<string, object> {
  const { answer, errors, access } = operation;
  const shown = shownBy(operation, schemas);
  const good = answer.responses.map(({ status, description, content, headers }) => {
    const links = shown === undefined ? {} : findLinks(operation, shown, operations);
    const hasLinks = Object.keys(links).length > 0 && (status === 201 || shown?.isArray === true);
    return [
      String(status),
      {
        description,
        headers: { ...headers, ...referToHeaders(status, access.isIdempotent) },
        ...(content && { content: withExamples(content, schemas, findExamples(status, errors)) }),
        ...(hasLinks && { links }),
      },
    ] as const;
  });
  return { ...referToErrors(errors), ...Object.fromEntries<object>(good) };
}

type Content = NonNullable<DocumentedResponse['content']>;

/** Adds the example of each schema, or the given ones, at the place where tools expect it. */
function withExamples(
  content: Content,
  schemas: Schemas,
  examples: Readonly<Record<string, JsonSchema>>,
): Content {
  const isError = Object.keys(examples).length > 0;
  const shown = Object.entries(content).map(([type, { schema, example }]) => {
    const ownExample = example ?? exampleIn(schema) ?? exampleIn(schemas[readReference(schema) ?? ''] ?? {});
    const shownExample = ownExample !== undefined && { example: ownExample };
    return [type, { schema, ...(isError ? { examples } : shownExample) }] as const;
  });
  return Object.fromEntries(shown);
}

function exampleIn({ examples }: JsonSchema): unknown {
  return ((examples ?? []) as readonly unknown[])[0];
}

/** Returns the name of the component that a schema refers to. */
function readReference({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
}

function shownBy({ answer, method }: ServedOperation, schemas: Schemas): ShownAnswer | undefined {
  const [response] = answer.responses;
  const schema = response?.content?.['application/json']?.schema;
  if (schema === undefined || answer.shownAs === undefined) return undefined;
  const isArray = schema['type'] === 'array';
  if (!isArray && (method !== 'POST' || !('$ref' in schema))) return undefined;
  return { ...shownSchema(answer.shownAs, schemas, 1), isArray };
}

function shownSchema(name: string, schemas: Schemas, depth: number): ShownAnswer {
  const { properties = {} } = (schemas[name] ?? {}) as { properties?: Schemas };
  const inner = Object.entries(properties).flatMap(([member, property]) => {
    const target = readReference(property);
    return target === undefined || depth === 0
      ? []
      : [[member, shownSchema(target, schemas, depth - 1)] as const];
  });
  return { name, properties, nested: Object.fromEntries(inner), isArray: false };
}
