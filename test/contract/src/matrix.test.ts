import { newId } from '@assay/chassis/ids';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  applyScope,
  attempt,
  badCredential,
  badCredentials,
  cellCount,
  keyOf,
  listBadCredentials,
  organizationName,
  scopes,
  tenantNames,
} from './matrix/attempt.ts';
import type { Answer } from './matrix/exchange.ts';
import { plantedFields, shows } from './matrix/planted-fields.ts';
import { responseCheck } from './matrix/response-schema.ts';
import type { ResponseCheck } from './matrix/response-schema.ts';
import { roles } from './matrix/roles.ts';
import type { RoleName } from './matrix/roles.ts';
import { isEnough } from './matrix/row.ts';
import type { PathValues, Row } from './matrix/row.ts';
import { createSubject } from './matrix/subject.ts';
import type { Subject } from './matrix/subject.ts';
import { table } from './matrix/table.ts';
import { createWorld } from './matrix/world.ts';
import type { World } from './matrix/world.ts';
import { fetchDocument, operationsOf } from './openapi-document.ts';
import type { NamedOperation } from './openapi-document.ts';

let platform: SharedPlatform;
let world: World;
let operations: ReadonlyMap<string, NamedOperation>;
let check: ResponseCheck;
const subjects = new Map<string, Promise<Subject>>();

beforeAll(async () => {
  platform = await joinPlatform();
  const document = await fetchDocument(platform.baseUrl);
  operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  check = responseCheck(document);
  world = await createWorld(platform);
});
afterAll(async () => {
  process.stderr.write(`matrix: ${String(cellCount())} cells of ${String(operations.size)} operations\n`);
  await platform.stop();
});

it('has a row for every operation, and an operation for every row', () => {
  expect(Object.keys(table).sort()).toEqual([...operations.keys()].sort());
});

const rows = Object.entries(table);
const guarded = rows.filter(([, { needs }]) => needs !== 'anybody');
const open = rows.filter(([, { needs }]) => needs === 'anybody');
const forGuests = guarded.filter(([, { isForGuests }]) => isForGuests === true);
const withBody = rows.filter(([, { body }]) => body !== undefined);

describe.each(guarded)('%s without permission', (operationId, row) => {
  it('answers 401 to every credential that does not hold, without a hint which', async () => {
    const { operation, ask } = await subjectOf(operationId);
    const answers: Answer[] = [];
    for (const name of listBadCredentials(row)) {
      for (const scope of scopes)
        answers.push(
          await ask({ credential: badCredential(world, name), ...applyScope(world, operation, scope) }),
        );
    }
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 401 });
  });

  it('is the same for what is foreign and for what does not exist', async () => {
    const { operation, ask } = await subjectOf(operationId);
    const unknown = applyScope(world, operation, 'unknown id');
    const foreign = applyScope(world, operation, 'other organization');
    for (const role of roles) {
      const other = { credential: keyOf(world, role, 'other organization') };
      const limited = { credential: keyOf(world, role, 'not limited to it') };
      const answer = await ask({ ...other, ...foreign });
      expect([role, answer.status]).toEqual([role, statusOfForeign(operation, row, role)]);
      expect(await ask({ ...other, ...unknown })).toEqual(answer);
      if (row.belongsTo === 'user') continue;
      expect(await ask({ ...limited, ...foreign })).toEqual(answer);
      expect(await ask({ ...limited, ...unknown })).toEqual(answer);
    }
  });
});

describe.each(rows)('%s', (operationId, row) => {
  it.each(roles)('answers a %s of the organization as the contract says', async (role) => {
    const { ask, target } = await subjectOf(operationId);
    const own = role === 'admin' ? target : await row.make?.(world, role);
    const answer = await ask({ credential: ownKeyOf(role, row), exists: true, path: own ?? {} });
    const expected = isEnough(role, row) ? row.success : (row.tooLow ?? 403);
    expect([role, answer.status, answer.text]).toEqual([role, expected, answer.text]);
  });
});

it.each(open)('%s answers all clients, with any credential', async (operationId, row) => {
  const { ask, target } = await subjectOf(operationId);
  for (const name of badCredentials) {
    const { status } = await ask({ credential: badCredential(world, name), exists: true, path: target });
    expect([name, status]).toEqual([name, row.success]);
  }
});

it.each(forGuests)('%s answers a guest, in no organization but that of its job', async (operationId, row) => {
  const subject = await subjectOf(operationId);
  const own = { credential: badCredential(world, 'guest'), exists: true, path: subject.target };
  const inside = (id?: string) =>
    subject.ask({ ...own, ...(id !== undefined && { chosenOrganizationId: id }) });
  const expected = row.guestStatus ?? row.success;
  expect((await inside()).status).toBe(expected);
  expect((await inside(world.home.organizationId)).status).toBe(expected);
  const foreign = await inside(world.away.organizationId);
  expect(foreign.status).toBe(404);
  expect(await inside(newId())).toEqual(foreign);
});

it.each(withBody)('%s takes no field that only the server sets', async (operationId, row) => {
  const { operation, ask } = await subjectOf(operationId);
  const isJson = operation.requestBody?.content['application/json'] !== undefined;
  const path = (await row.make?.(world, 'admin')) ?? {};
  const taken: string[] = [];
  for (const [name, value] of Object.entries(isJson ? plantedFields(world) : {})) {
    const cell = { credential: ownKeyOf('admin', row), exists: true, path, planted: { [name]: value } };
    const { status, text } = await ask(cell);
    const isRefused = status === 400 || status === 403;
    const isIgnored = status === row.success && !shows(text, value);
    if (!isRefused && !isIgnored) taken.push(`${name}: ${String(status)} ${text}`);
  }
  expect(taken).toEqual([]);
});

const openedByNoTool = ['getCurrentUser', 'getLimits', 'sendMcpMessage'];

it('refuses a key that allows no tool wherever its tools would be passed by', async () => {
  const credential = { 'x-api-key': world.toollessKey };
  for (const [operationId, row] of guarded) {
    const { operation, target } = await subjectOf(operationId);
    const cell = { credential, exists: true, path: target };
    const { status, text } = await attempt(world, operation, row, cell);
    const isOpen = openedByNoTool.includes(operationId);
    const details = isOpen ? undefined : JSON.parse(text).error.details;
    expect([operationId, status, details]).toEqual(
      isOpen ? [operationId, row.success, undefined] : [operationId, 403, { operation: operationId }],
    );
  }
});

it('knows no organization that the key does not reach', async () => {
  const credential = keyOf(world, 'admin', 'own');
  for (const [operationId] of guarded) {
    const { operation, ask } = await subjectOf(operationId);
    if (organizationName(operation) !== undefined) continue;
    const inside = (id: string) => ask({ credential, exists: true, chosenOrganizationId: id });
    const foreign = await inside(world.away.organizationId);
    expect([operationId, foreign.status]).toEqual([operationId, 404]);
    expect(await inside(newId())).toEqual(foreign);
    expect(await inside(world.elsewhere.organizationId)).toEqual(foreign);
  }
});

it('finds no foreign part of an own thing', async () => {
  const credential = keyOf(world, 'admin', 'own');
  const foreignIds: PathValues = { ...world.foreignPopulation, userId: world.outsiderId };
  for (const [operationId] of guarded) {
    const { operation, publicPart, ask } = await subjectOf(operationId);
    const [, ...parts] = tenantNames(operation);
    const inside = (idOf: (name: string) => string) => {
      const path = { ...publicPart, ...Object.fromEntries(parts.map((name) => [name, idOf(name)])) };
      return ask({ credential, exists: true, path });
    };
    if (parts.length === 0) continue;
    const foreign = await inside((name) => foreignIds[name] ?? name);
    expect([operationId, foreign.status]).toEqual([operationId, 404]);
    expect(await inside(() => newId())).toEqual(foreign);
  }
});

it('finds no file of another organization that a body names', async () => {
  const { population, foreignPopulation, home } = world;
  const rest = createRest(platform.baseUrl, home.keys.admin);
  const start = (fileId: string) =>
    rest.post(
      `/v2/projects/${population.projectId}/verification-runs`,
      { pipelineSlug: population.slug, fileIds: [fileId] },
      { 'x-request-id': 'the-same' },
    );
  const { status, body } = await start(foreignPopulation.fileId);
  expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  expect(body).toEqual((await start(newId())).body);
});

/** The same one for every test of an operation. */
function subjectOf(operationId: string): Promise<Subject> {
  const operation = operations.get(operationId);
  const row = table[operationId];
  if (operation === undefined || row === undefined) throw new Error(`${operationId} is not in the document`);
  const subject = subjects.get(operationId) ?? createSubject(world, { operation, row, check });
  subjects.set(operationId, subject);
  return subject;
}

function ownKeyOf(role: RoleName, { isForUnlimitedKeys = false }: Row) {
  return { 'x-api-key': (isForUnlimitedKeys ? world.unlimitedKeys : world.home.keys)[role] };
}

/** A key that does not reach the organization learns nothing; one that works in its own is first asked for its role. */
function statusOfForeign(operation: NamedOperation, row: Row, role: RoleName): number {
  const isRefusedByRole = tenantNames(operation).length > 0 && organizationName(operation) === undefined;
  return isRefusedByRole && !isEnough(role, row) ? (row.tooLow ?? 403) : 404;
}
