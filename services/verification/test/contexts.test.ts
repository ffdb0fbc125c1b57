import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createContext } from '../src/domain/context/create-context.ts';
import { getContext, listContexts } from '../src/domain/context/get-context.ts';
import { deleteContext, updateContext } from '../src/domain/context/update-context.ts';
import type { ContextChanges, ContextContent } from '../src/domain/context/verification-context.ts';
import { contextCollection, contextIndexes, createContextStore } from '../src/store/context-store.ts';
import type { ContextStore } from '../src/store/context-store.ts';

let mongo: MongoConnection;
let contexts: ContextStore;
const commands: CommandStartedEvent[] = [];

beforeAll(async () => {
  const { uri } = inject('servers').mongodb;
  mongo = await connectMongo({
    uri,
    database: `t${newId()}`,
    appName: 'verification-test',
    monitorCommands: true,
  });
  mongo.client.on('commandStarted', (command) => commands.push(command));
  await ensureIndexes(mongo.db.collection(contextCollection), contextIndexes);
  contexts = createContextStore(mongo.db);
});

afterAll(() => mongo.close());

const projectId = newId();
let now = Date.now();

function depsOf() {
  return {
    contexts,
    clock: { now: () => new Date((now += 1)) },
    projectFiles: {
      checkProject: (_call: unknown, id: string) =>
        id === projectId ? Promise.resolve() : Promise.reject(notFound('project')),
      find: () => Promise.resolve([]),
      recordRuns: () => Promise.resolve(),
    },
  };
}

function caller(organizationId = newId()): CallContext {
  const service = { kind: 'service', service: 'verification' } as const;
  const life = { deadline: new Date(now + 60_000), signal: new AbortController().signal };
  return { ...callBy({ organizationId }), actor: service, traceparent: undefined, ...life };
}

const create = (call: CallContext, given: Partial<ContextContent> = {}) =>
  createContext(depsOf(), call, { projectId, name: ' Festival ', data: { claimed_device: 'X' }, ...given });
const update = (call: CallContext, contextId: string, changes: ContextChanges) =>
  updateContext(depsOf(), call, { projectId, contextId, changes });
const read = (call: CallContext, contextId: string, project = projectId) =>
  getContext(depsOf(), call, { projectId: project, contextId });

describe('a verification context', () => {
  it('is kept as it was given, without the keys whose value is null', async () => {
    const call = caller();
    const data = { claimed_device: 'X', place: { city: 'Århus', zones: [1, null, { a: true }] }, gone: null };
    const made = await create(call, { data, description: 'Why' });
    expect(made).toMatchObject({ name: 'Festival', description: 'Why', projectId });
    expect(made.data).toEqual({ claimed_device: 'X', place: data.place });
    expect(await read(call, made.id)).toEqual(made);
  });

  it('changes by the given keys alone, of which null removes one', async () => {
    const call = caller();
    const { id, createdAt } = await create(call, { description: 'Why', data: { a: 1, b: { c: 2, d: 3 } } });
    const changed = await update(call, id, { data: { a: null, b: { c: 4 }, e: 'new' } });
    expect(changed).toMatchObject({ name: 'Festival', description: 'Why', createdAt });
    expect(changed.data).toEqual({ b: { c: 4 }, e: 'new' });
    expect(changed.updatedAt.getTime()).toBeGreaterThan(createdAt.getTime());
    expect(await update(call, id, {})).toEqual(changed);
    const cleared = await update(call, id, { description: undefined, name: 'Other' });
    expect([cleared.description, cleared.name, cleared.data]).toEqual([undefined, 'Other', changed.data]);
    expect(await read(call, id)).toEqual(cleared);
  });

  it('holds what two changes at the same time say of different claims', async () => {
    const call = caller();
    const { id } = await create(call, { data: {} });
    const keys = ['a', 'b', 'c', 'd'];
    await Promise.all(keys.map((key) => update(call, id, { data: { [key]: key } })));
    expect(Object.keys((await read(call, id)).data).sort()).toEqual(keys);
  });

  it('is stored once by an operation that is repeated', async () => {
    const call = { ...caller(), operation: newId() };
    expect(await create(call)).toEqual(await create(call));
    expect(
      (await contexts.list({ organizationId: call.organizationId }, { limit: 5, offset: 0 })).total,
    ).toBe(1);
  });

  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at.toString()}`, at]));
  it.each<[string, Record<string, unknown>]>([
    ['too many claims', many],
    ['too much text', { a: 'x'.repeat(16 * 1024) }],
    ['too many levels', { a: deep(8) }],
    ['a thousand levels', { a: deep(1_000) }],
    ['an empty key', { '': 1 }],
    ['a key with a dot', { 'a.b': 1 }],
    ['a key with a dollar sign', { a: [{ $where: 1 }] }],
    ['a key that is too long', { ['x'.repeat(101)]: 1 }],
    ['a key of two lines', { 'a\nb': 1 }],
  ])('is refused with %s, at once and in a change', async (_what, data) => {
    const call = caller();
    const refusal = { status: 'INVALID_ARGUMENT', details: { field: 'data' } };
    expect(await catchRefusal(create(call, { data }))).toMatchObject(refusal);
    const { id } = await create(call);
    expect(await catchRefusal(update(call, id, { data }))).toMatchObject(refusal);
  });

  it('takes as much as it may hold', async () => {
    const call = caller();
    const { k100: _one, ...most } = many;
    expect(Object.keys((await create(call, { data: most })).data)).toHaveLength(100);
    const { id } = await create(call, { data: { a: deep(7), ['x'.repeat(100)]: 'x'.repeat(10_000) } });
    const refusal = await catchRefusal(update(call, id, { data: { b: 'x'.repeat(10_000) } }));
    expect(refusal).toMatchObject({ details: { field: 'data' } });
  });

  it('is as unknown in another project or organization as one that is not there', async () => {
    const call = caller();
    const { id, organizationId } = await create(call);
    const stranger = caller();
    const missing = await catchRefusal(read(call, newId()));
    expect(missing).toMatchObject({
      status: 'NOT_FOUND',
      message: 'The verification context was not found. Check its id.',
    });
    const remove = (by: CallContext, contextId: string, project = projectId) =>
      deleteContext(depsOf(), by, { projectId: project, contextId });
    const attempts = [
      read(stranger, id),
      read(call, id, newId()),
      update(stranger, id, { name: 'Mine' }),
      remove(stranger, id),
      remove(call, id, newId()),
    ];
    for (const refusal of await Promise.all(attempts.map(catchRefusal))) expect(refusal).toEqual(missing);
    expect(await read(caller(organizationId), id)).toMatchObject({ name: 'Festival' });
    await remove(call, id);
    expect(await catchRefusal(remove(call, id))).toEqual(missing);
  });
});

describe('the contexts of an organization', () => {
  it('are listed newest first, in a project or in all, and end with their project', async () => {
    const call = caller();
    const { organizationId } = call;
    const ids = [(await create(call)).id, (await create(call)).id];
    const elsewhere = { id: newId(), projectId: newId(), createdAt: new Date((now += 1)) };
    expect(await contexts.insert({ ...(await create(call)), ...elsewhere })).toMatchObject(elsewhere);
    const list = (project: string, page: object = {}) =>
      listContexts(depsOf(), call, { projectId: project, limit: 10, offset: 0, ...page });
    const all = await list('');
    expect([all.total, all.items.length]).toEqual([4, 4]);
    const first = await list(projectId, { limit: 2, cursor: '' });
    const second = await list(projectId, { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id).slice(1)).toEqual(ids.toReversed());
    expect(second.nextCursor).toBeUndefined();
    expect(await catchRefusal(list(newId()))).toMatchObject({ reason: 'PROJECT_NOT_FOUND' });
    await contexts.removeOfProject(organizationId, projectId);
    expect((await list('')).total).toBe(1);
  });
});

describe('every query of the store', () => {
  it('is served by a declared index', async () => {
    expect(commands.length).toBeGreaterThan(20);
    expect(await findUncoveredQueries(commands, mongo.db)).toEqual([]);
  });
});
