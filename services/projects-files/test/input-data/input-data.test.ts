import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { readUserId } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { InputDataScope } from '@assay/proto/inputdata/v1/input_data_set';
import type { InputDataSet } from '@assay/proto/inputdata/v1/input_data_set';
import { UpdateInputDataSetRequest } from '@assay/proto/inputdata/v1/input_data_sets_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { newProject } from '../new-project.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { newInputData } from './new-input-data.ts';
import { texts } from './texts.ts';

let running: Started;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
});
afterAll(() => running.stop());

const invalid = (field: string) => ({ status: 'INVALID_ARGUMENT', details: { field } });
const missing = { status: 'NOT_FOUND', reason: 'INPUT_DATA_SET_NOT_FOUND' };
const used = { status: 'FAILED_PRECONDITION', reason: 'INPUT_DATA_IN_USE' };

async function newPlace() {
  const call = callBy();
  return { call, projectId: await newProject(running, call) };
}

async function create(call: OutgoingCall, ...given: Parameters<typeof newInputData>): Promise<InputDataSet> {
  const { dataSet } = await running.inputData.createInputDataSet(call, newInputData(...given));
  if (dataSet === undefined) throw new Error('no set');
  return dataSet;
}

async function update(call: OutgoingCall, given: Partial<UpdateInputDataSetRequest>) {
  const request = { ...UpdateInputDataSetRequest.fromPartial({}), ...given };
  return (await running.inputData.updateInputDataSet(call, request)).dataSet;
}

const read = async (call: OutgoingCall, projectId: string, dataSetId: string) =>
  (await running.inputData.getInputDataSet(call, { projectId, dataSetId })).dataSet;

const list = (call: OutgoingCall, projectId: string) =>
  running.inputData.listInputDataSets(call, { projectId, limit: 20, offset: 0 });

const lock = async ({ organizationId }: OutgoingCall, place: { projectId: string; dataSetId: string }) =>
  (await running.crowdInputData.lockInputDataSet(callByService('crowd-webhooks', organizationId), place))
    .dataSet;

describe('CreateInputDataSet', () => {
  it('stores lists and groups of them', async () => {
    const { call, projectId } = await newPlace();
    const groups = [{ name: 'places', lists: ['river', 'city'] }];
    const set = await create(call, projectId, { groups, description: 'Where' });
    expect(set).toMatchObject({
      organizationId: call.organizationId,
      projectId,
      name: 'Places',
      description: 'Where',
      scope: InputDataScope.PROJECT,
      language: 'de',
      uploaderId: readUserId(call),
      lists: [
        { name: 'city', values: ['Hamburg', 'Bremen'], dataSetId: set.id },
        { name: 'river', values: ['Elbe'], dataSetId: set.id },
      ],
    });
    const [city, river] = set.lists.map(({ id }) => id);
    expect(set.groups).toMatchObject([{ name: 'places', listIds: [river, city] }]);
    expect(await read(call, projectId, set.id)).toEqual(set);
  });

  it.each(Object.entries(texts))('keeps texts in %s as they are', async (language, values) => {
    const { call, projectId } = await newPlace();
    const name = values[0]?.trim() ?? '';
    const { id } = await create(call, projectId, { language, lists: [{ name, values: [...values] }] });
    const [found] = (await read(call, projectId, id))?.lists ?? [];
    expect([found?.name, found?.values]).toEqual([name, values]);
  });

  it('takes 100,000 values and no more', async () => {
    const { call, projectId } = await newPlace();
    const values = Array.from({ length: 100_000 }, (_, at) => at.toString());
    const { id } = await create(call, projectId, { lists: [{ name: 'a', values }] });
    expect((await read(call, projectId, id))?.lists[0]?.values).toHaveLength(100_000);
    const lists = [
      { name: 'a', values },
      { name: 'b', values: ['one more'] },
    ];
    expect(await catchRefusal(create(call, projectId, { lists }))).toMatchObject(invalid('lists'));
  });

  it('repeats under one idempotency key what the first answered', async () => {
    const { call, projectId } = await newPlace();
    const once = { ...call, idempotencyKey: newId() };
    expect(await create(once, projectId)).toEqual(await create(once, projectId));
  });

  const named = (name: string) => ({ name, values: ['x'] });
  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['language', { language: 'xx' }],
    ['language', { language: '' }],
    ['lists', { lists: [] }],
    ['lists', { lists: [named('a'), named(' a ')] }],
    ['lists', { lists: Array.from({ length: 101 }, (_, at) => named(at.toString())) }],
    ['lists.name', { lists: [named('')] }],
    ['lists.name', { lists: [named('two\nlines')] }],
    ['lists.values', { lists: [{ name: 'a', values: ['x'.repeat(10_001)] }] }],
    ['groups.lists', { groups: [{ name: 'a', lists: [] }] }],
    ['groups', { groups: [{ name: 'a', lists: ['none'] }] }],
    [
      'groups',
      {
        groups: [
          { name: 'a', lists: ['city'] },
          { name: 'b', lists: ['city'] },
        ],
      },
    ],
  ])('refuses a bad %s', async (field, overrides) => {
    const { call, projectId } = await newPlace();
    expect(await catchRefusal(create(call, projectId, overrides))).toMatchObject(invalid(field));
  });

  it('is not for services', async () => {
    const { call, projectId } = await newPlace();
    const by = callByService('gateway', call.organizationId);
    expect(await catchRefusal(create(by, projectId))).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('where sets are shown', () => {
  it('is their project, or every project of the organization', async () => {
    const { call, projectId } = await newPlace();
    const other = await newProject(running, call);
    const own = await create(call, projectId);
    running.clock.advance(1);
    const all = await create(call, projectId, { scope: InputDataScope.ORGANIZATION });
    const ids = async (of: string) => (await list(call, of)).dataSets.map(({ id }) => id);
    expect([await ids(projectId), await ids(other)]).toEqual([[all.id, own.id], [all.id]]);
    expect((await list(call, projectId)).dataSets[1]).toMatchObject({ listCount: 2, valueCount: 3 });
    expect(await read(call, other, all.id)).toEqual(all);
    expect(await catchRefusal(read(call, other, own.id))).toMatchObject(missing);
    await running.projects.deleteProject(call, { projectId });
    expect(await ids(other)).toEqual([all.id]);
  });

  it('is nowhere in other organizations, in the words for what is missing', async () => {
    const { call, projectId } = await newPlace();
    const set = await create(call, projectId, { scope: InputDataScope.ORGANIZATION });
    const other = await newPlace();
    const unknown = await catchRefusal(read(other.call, other.projectId, newId()));
    expect(unknown).toMatchObject(missing);
    const place = { projectId: other.projectId, dataSetId: set.id };
    const change = { ...place, name: 'Mine', updateMask: ['name'] };
    const refused = [
      read(other.call, other.projectId, set.id),
      update(other.call, change),
      running.inputData.deleteInputDataSet(other.call, place),
    ];
    expect(await Promise.all(refused.map(catchRefusal))).toEqual([unknown, unknown, unknown]);
    const foreign = await catchRefusal(list(other.call, projectId));
    expect(foreign).toEqual(await catchRefusal(list(other.call, newId())));
    expect(foreign).toEqual(await catchRefusal(create(other.call, projectId)));
  });
});

describe('UpdateInputDataSet', () => {
  it('changes what is named; a list that keeps its name keeps its id', async () => {
    const { call, projectId } = await newPlace();
    const groups = [{ name: 'g', lists: ['city'] }];
    const before = await create(call, projectId, { description: 'Where', groups });
    running.clock.advance(1_000);
    const lists = [
      { name: 'city', values: ['Hamburg', 'Bremen'] },
      { name: 'sea', values: [] },
    ];
    const place = { projectId, dataSetId: before.id };
    const after = await update(call, { ...place, lists, updateMask: ['lists', 'description'] });
    expect(after).toMatchObject({ name: 'Places', description: undefined, groups: before.groups });
    expect(after?.lists.map(({ name }) => name)).toEqual(['city', 'sea']);
    expect(after?.lists[0]).toEqual(before.lists[0]);
    expect(await read(call, projectId, before.id)).toEqual(after);
    const without = { ...place, lists: lists.slice(1), updateMask: ['lists'] };
    expect(await catchRefusal(update(call, without))).toMatchObject(invalid('groups'));
    const neither = { ...without, updateMask: ['lists', 'groups'] };
    expect(await update(call, neither)).toMatchObject({ groups: [], lists: [{ name: 'sea' }] });
  });

  it('and deleting are refused once a job uses the set', async () => {
    const { call, projectId } = await newPlace();
    const { id: dataSetId } = await create(call, projectId);
    const place = { projectId, dataSetId };
    const before = await read(call, projectId, dataSetId);
    expect(await lock(call, place)).toEqual(before);
    expect(await lock(call, place)).toEqual(before);
    const change = { ...place, name: 'Other', updateMask: ['name'] };
    expect(await catchRefusal(update(call, change))).toMatchObject(used);
    const deletion = running.inputData.deleteInputDataSet(call, place);
    expect(await catchRefusal(deletion)).toMatchObject(used);
    expect((await read(call, projectId, dataSetId))?.name).toBe('Places');
  });

  it('is not locked by another organization, another project or a person', async () => {
    const { call, projectId } = await newPlace();
    const { id: dataSetId } = await create(call, projectId);
    const place = { projectId, dataSetId };
    expect(await catchRefusal(lock(callBy(), place))).toMatchObject({ status: 'NOT_FOUND' });
    const other = await newProject(running, call);
    expect(await catchRefusal(lock(call, { projectId: other, dataSetId }))).toMatchObject(missing);
    expect(await catchRefusal(lock(call, { projectId, dataSetId: newId() }))).toMatchObject(missing);
    const byPerson = running.inputData.lockInputDataSet(call, place);
    expect(await catchRefusal(byPerson)).toMatchObject({ status: 'PERMISSION_DENIED' });
    await running.inputData.deleteInputDataSet(call, place);
  });

  it('is read by crowd-webhooks', async () => {
    const { call, projectId } = await newPlace();
    const set = await create(call, projectId);
    const by = callByService('crowd-webhooks', call.organizationId);
    const { dataSet } = await running.crowdInputData.getInputDataSet(by, { projectId, dataSetId: set.id });
    expect(dataSet).toEqual(set);
  });

  it('refuses what cannot be changed', async () => {
    const { call, projectId } = await newPlace();
    const { id: dataSetId } = await create(call, projectId);
    for (const [field, path] of [
      ['scope', 'scope'],
      ['lists', 'lists'],
      ['uploaderId', 'uploader_id'],
    ] as const) {
      const refused = update(call, { projectId, dataSetId, updateMask: [path] });
      expect(await catchRefusal(refused)).toMatchObject(invalid(field));
    }
  });
});

describe('DeleteInputDataSet', () => {
  it('deletes a set', async () => {
    const { call, projectId } = await newPlace();
    const { id: dataSetId } = await create(call, projectId);
    await running.inputData.deleteInputDataSet(call, { projectId, dataSetId });
    expect(await catchRefusal(read(call, projectId, dataSetId))).toMatchObject(missing);
    expect((await list(call, projectId)).total).toBe(0);
  });
});
