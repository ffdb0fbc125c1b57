import { Ajv2020 } from 'ajv/dist/2020.js';
import { accessRule, contract } from '@assay/chassis/grpc/contract/contract';
import { serveOperations } from '@assay/operations/derive/serve-operations';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { resources, shapes } from '@assay/operations/resources/operations';
import { toolsets } from '@assay/operations/tools/toolsets';
import { File } from '@assay/proto/files/v1/file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { send, startAdminGateway } from '../rest-client.ts';
import type { Answered } from '../rest-client.ts';
import { eventsIn } from '../server-sent-events.ts';
import type { TestGateway } from '../start-gateway.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly 'x-assay-role'?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface DocumentedResponse {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Document {
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let gateway: TestGateway;
let document: Document;
let operations: readonly (Operation & { readonly request: string })[];
let summary: string;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

beforeAll(async () => {
  gateway = await startAdminGateway();
  document = (await send(gateway, 'GET /v2/openapi.json')).body as Document;
  ajv.addSchema({ $id: 'document', components: document.components });
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [status, resolveResponse(response)]),
      ),
      request: `${method.toUpperCase()} ${path}`,
    })),
  );
  summary = String((await send(gateway, 'GET /v2/llms.txt', undefined, {})).body);
});
afterAll(() => gateway.stop());

const served = serveOperations(resources, shapes).operations;

/** The paths of the rpcs that an operation calls in the name of its caller. */
function rpcsBehind(operationId: string): readonly string[] {
  const operation = served.find(({ id }) => id === operationId);
  return operation?.rpcs.map(({ path }) => path) ?? [];
}

function isValid(schema: object, value: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  return ajv.validate<unknown>(JSON.parse(text) as object, value);
}

/** Returns the component that a response refers to, or the response itself. */
function resolveResponse(response: DocumentedResponse & { readonly $ref?: string }): DocumentedResponse {
  const [, name = ''] = /^#\/components\/responses\/(\w+)$/u.exec(response.$ref ?? '') ?? [];
  return document.components.responses[name] ?? response;
}

/** Returns the value of an example that the document lists once. */
function resolved({ $ref }: { readonly $ref: string }): unknown {
  const [, name = ''] = /^#\/components\/examples\/(\w+)$/u.exec($ref) ?? [];
  return document.components.examples[name]?.value;
}

function findJson(content: Readonly<Record<string, Media>> | undefined): Media | undefined {
  return content?.['application/json'];
}

async function sendExample({ request, requestBody }: (typeof operations)[number]): Promise<Answered> {
  const filled = request
    .replace('{fileId}', sampled(File).id)
    .replaceAll(/\{(\w+)\}/gu, (_braces, name: string) => (name === 'provider' ? 'stripe' : 'other'));
  const body = findJson(requestBody?.content);
  return send(gateway, filled, body?.example);
}

/** The operations whose body is not JSON, or that another server answers. They have their own tests. */
const ofBytes = new Set([
  'uploadFile',
  'uploadPart',
  'importInputData',
  'uploadDatasetFiles',
  'verifyEvidenceBundle',
  'sendMcpMessage',
]);

describe('every operation', () => {
  it('answers its own example as documented, with its limits and a request id, by exactly the rpcs its role is read from', async () => {
    for (const operation of operations.filter(({ operationId }) => !ofBytes.has(operationId))) {
      const { operationId, security, responses } = operation;
      const before = gateway.recorded.length;
      const { status, headers, body } = await sendExample(operation);
      const called = gateway.recorded
        .slice(before)
        .filter(({ call }) => call.actor.kind === 'user')
        .map(({ path }) => path);
      expect
        .soft([operationId, status, [200, 201, 204, 302].includes(status)])
        .toEqual([operationId, status, true]);
      expect
        .soft([operationId, Object.keys(responses)])
        .toEqual([operationId, expect.arrayContaining([String(status)])]);
      const rpcs = security?.length === 0 ? called : rpcsBehind(operationId);
      expect.soft([operationId, [...called].sort()]).toEqual([operationId, [...rpcs].sort()]);
      const [type = ''] = headers.get('content-type')?.split(';') ?? [];
      const media = responses[String(status)]?.content?.[type];
      // The document describes each event of a stream.
      const said = type === 'text/event-stream' ? eventsIn(String(body)) : [body];
      const isAsDocumented = media === undefined || said.every((one) => isValid(media.schema, one));
      expect.soft([operationId, isAsDocumented]).toEqual([operationId, true]);
      for (const name of ['limit', 'remaining', 'reset']) {
        expect.soft(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/u);
      }
      expect.soft(headers.get('x-request-id')).not.toBeNull();
    }
  });

  it('shows an example of its body and of what it answers, as its schemas want them', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const shown = [
        findJson(requestBody?.content),
        ...['200', '201'].map((status) => findJson(responses[status]?.content)),
      ];
      for (const media of shown.filter((one) => one !== undefined)) {
        const { example } = media;
        expect.soft([operationId, example]).not.toEqual([operationId, undefined]);
        expect
          .soft([operationId, isValid(media.schema, example), example])
          .toEqual([operationId, true, example]);
      }
    }
  });

  it('shows each of its errors under its own status, as the schema of errors wants them', () => {
    for (const { operationId, responses } of operations) {
      const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      expect.soft(failures.length).toBeGreaterThan(3);
      for (const [status, { content }] of failures) {
        const { schema = {}, examples = {} } = findJson(content) ?? {};
        expect
          .soft([operationId, status, Object.keys(examples).length])
          .not.toEqual([operationId, status, 0]);
        for (const [code, example] of Object.entries(examples)) {
          const value = resolved(example);
          expect.soft(value).toMatchObject({ error: { code } });
          expect.soft(errorCatalog[code as keyof typeof errorCatalog].status).toBe(Number(status));
          expect.soft(isValid(schema, value)).toBe(true);
        }
      }
    }
  });

  it('takes an Idempotency-Key exactly where an rpc behind it, or the upload listener, heeds one', () => {
    const heeding = [...contract()].flatMap((type) =>
      type.kind === 'service'
        ? type.methods
            .map(({ name }) => `/${type.typeName}/${name}`)
            .filter((path) => accessRule(path)?.idempotent === true)
        : [],
    );
    expect(heeding.length).toBeGreaterThan(5);
    for (const { operationId, parameters = [], responses } of operations) {
      const isHeeded =
        ['uploadFile', 'uploadDatasetFiles'].includes(operationId) ||
        rpcsBehind(operationId).some((rpc) => heeding.includes(rpc));
      const isTaken = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
      expect.soft([operationId, isTaken]).toEqual([operationId, isHeeded]);
      const conflict = findJson(responses['409']?.content)?.examples ?? {};
      expect.soft([operationId, 'IDEMPOTENCY_CONFLICT' in conflict]).toEqual([operationId, isHeeded]);
    }
  });

  it('says who may ask for it', () => {
    const roles = new Map(operations.map((operation) => [operation.operationId, operation['x-assay-role']]));
    expect(Object.fromEntries(roles)).toMatchObject({
      listProjects: 'viewer',
      createProject: 'user',
      uploadFile: 'user',
      uploadPart: 'user',
      createTopUp: 'admin',
      getCurrentUser: 'any',
      listErrorCodes: undefined,
    });
    for (const { description, security, 'x-assay-role': role } of operations) {
      expect.soft(security?.length === 0).toBe(role === undefined);
      const isSaid = role === undefined || role === 'any' || description.includes(`Needs role \`${role}\``);
      expect.soft([description, isSaid]).toEqual([description, true]);
    }
  });

  it('is followed in the plain-text summary by one line for each tool of MCP', () => {
    const tools = toolsets.flatMap(({ tools: declared }) => Object.keys(declared));
    const lines = summary
      .split('\n')
      .filter((line) => tools.some((tool) => line.startsWith(`- \`${tool}\``)));
    expect(lines.length).toBe(tools.length);
    const paid = lines.find((line) => line.includes('`run_verification_pipeline`:'));
    expect(paid).toMatch(
      /\(arguments \{projectId, pipelineSlug, fileIds, .*\?\}; key of role user; paid\)$/u,
    );
    expect(lines[0]).toMatch(/\. \(read-only\)$/u);
  });

  it('has one line in the plain-text summary, and so has every code of an error', () => {
    const lines = summary.split('\n');
    const only = (start: string) =>
      expect.soft(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
    for (const { request } of operations) only(`- \`${request}\`: `);
    for (const code of Object.keys(errorCatalog)) only(`- \`${code}\` (`);
  });
});

describe('the catalog of error codes', () => {
  it('is served to everybody', async () => {
    const { status, body } = await send(gateway, 'GET /v2/error-codes', undefined, {});
    const { data, total } = body as { data: { code: string }[]; total: number };
    expect([status, total]).toEqual([200, data.length]);
    expect(data.map(({ code }) => code)).toEqual(Object.keys(errorCatalog));
    expect(data).toContainEqual({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      meaning: expect.any(String) as string,
      action: expect.stringContaining('Retry-After') as string,
      retryable: true,
      details: expect.any(Array) as unknown[],
    });
  });
});
