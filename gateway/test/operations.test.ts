import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContext } from '@assay/chassis/call-context';
import { accessRule, contract } from '@assay/chassis/grpc/contract';
import { rpcsBehind } from '../src/plugins/operation-access.ts';
import { errorCatalog } from '../src/rest/error-catalog.ts';
import type { CannedRpcs } from './canned-rpcs.ts';
import { send, startAdminGateway } from './rest-client.ts';
import type { Answered } from './rest-client.ts';
import type { TestGateway } from './start-gateway.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly 'x-assay-role'?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

interface Document {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

let gateway: TestGateway;
let operations: readonly (Operation & { readonly request: string })[];
let summary: string;
let called: string[];
const ajv = new Ajv2020({ strict: false, validateFormats: false });

beforeAll(async () => {
  gateway = await startAdminGateway();
  const { body } = await send(gateway, 'GET /v2/openapi.json');
  const document = body as Document;
  ajv.addSchema({ $id: 'document', components: document.components });
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      request: `${method.toUpperCase()} ${path}`,
    })),
  );
  summary = String((await send(gateway, 'GET /v2/llms.txt', undefined, {})).body);
  recordAll(gateway.rpcs);
});
afterAll(() => gateway.stop());

type Rpc = (call: CallContext, request: unknown) => Promise<unknown>;

/** Notes the names of the rpcs that are called in somebody's name. */
function recordAll(rpcs: CannedRpcs): void {
  const services = Object.values(rpcs) as unknown as Record<string, Rpc>[];
  for (const service of services) {
    for (const [name, answer] of Object.entries(service)) {
      service[name] = (call, request) => {
        if (call.actor.kind === 'user') called.push(name);
        return answer(call, request);
      };
    }
  }
}

function isValid(schema: object, value: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
  return ajv.validate<unknown>(JSON.parse(text) as object, value);
}

/** The only, or the first, example. */
function shownIn({ example, examples }: Media): unknown {
  return example ?? Object.values(examples ?? {})[0]?.value;
}

function jsonOf(content: Readonly<Record<string, Media>> | undefined): Media | undefined {
  return content?.['application/json'];
}

async function ask({ request, requestBody }: (typeof operations)[number]): Promise<Answered> {
  called = [];
  const filled = request
    .replace('{fileId}', 'ffffffffffffffffffffffff')
    .replaceAll(/\{(\w+)\}/gu, (_braces, name: string) => (name === 'provider' ? 'stripe' : 'other'));
  const body = jsonOf(requestBody?.content);
  return send(gateway, filled, body && shownIn(body));
}

describe('every operation', () => {
  it('answers its own example as documented, with its limits and a request id, by exactly the rpcs its role is read from', async () => {
    for (const operation of operations.filter(({ operationId }) => operationId !== 'uploadFile')) {
      const { operationId, security, responses } = operation;
      const { status, headers, body } = await ask(operation);
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
      const isAsDocumented = media === undefined || isValid(media.schema, body);
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
        jsonOf(requestBody?.content),
        ...['200', '201'].map((status) => jsonOf(responses[status]?.content)),
      ];
      for (const media of shown.filter((one) => one !== undefined)) {
        const example = shownIn(media);
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
        const { schema = {}, examples = {} } = jsonOf(content) ?? {};
        expect
          .soft([operationId, status, Object.keys(examples).length])
          .not.toEqual([operationId, status, 0]);
        for (const [code, { value }] of Object.entries(examples)) {
          expect.soft(value).toMatchObject({ error: { code } });
          expect.soft(errorCatalog[code as keyof typeof errorCatalog].status).toBe(Number(status));
          expect.soft(isValid(schema, value)).toBe(true);
        }
      }
    }
  });

  it('takes an Idempotency-Key exactly where an rpc behind it heeds one', () => {
    const heeding = [...contract()].flatMap((type) =>
      type.kind === 'service'
        ? type.methods
            .filter(({ name }) => accessRule(`/${type.typeName}/${name}`)?.idempotent === true)
            .map(({ localName }) => localName)
        : [],
    );
    expect(heeding.length).toBeGreaterThan(5);
    for (const { operationId, parameters = [], responses } of operations) {
      const isHeeded = rpcsBehind(operationId).some((rpc) => heeding.includes(rpc));
      const isTaken = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
      expect.soft([operationId, isTaken]).toEqual([operationId, isHeeded]);
      const conflict = jsonOf(responses['409']?.content)?.examples ?? {};
      expect.soft([operationId, 'IDEMPOTENCY_CONFLICT' in conflict]).toEqual([operationId, isHeeded]);
    }
  });

  it('says who may ask for it', () => {
    const roles = new Map(operations.map((operation) => [operation.operationId, operation['x-assay-role']]));
    expect(Object.fromEntries(roles)).toMatchObject({
      listProjects: 'viewer',
      createProject: 'user',
      uploadFile: 'user',
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
      details: [],
    });
  });
});
