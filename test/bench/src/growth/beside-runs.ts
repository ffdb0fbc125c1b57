import { newId } from '@assay/chassis/ids';
import { catalog } from '../../../../services/verification/src/domain/pipeline/catalog.ts';
import { newRun } from '../../../../services/verification/src/domain/run/run.ts';
import { toDocument } from '../../../../services/verification/src/store/runs/run-document.ts';
import { insertMany } from './insert-many.ts';
import type { WireCost, WireMeter } from './wire-meter.ts';
import { createRunStore } from '../../../../services/verification/src/store/runs/run-store.ts';

const page = { limit: 5, offset: 0 };

/** What reading one verification run and pages of them cost beside so many in the project. */
export async function besideRuns(meter: WireMeter, count: number): Promise<Record<string, WireCost>> {
  const { db } = meter;
  const runs = createRunStore(db, { notify: () => undefined }).runs;
  const organizationId = newId();
  const projectId = newId();
  const createdAt = new Date();
  const runAt = runsOf({ organizationId, projectId }, createdAt);
  // The one that is read has its stages; the embedded server keeps all in memory, and lists leave stages out.
  await insertMany(db.collection('runs'), count, (index) => {
    const document = toDocument(runAt(index), 'held');
    return index === 1 ? document : { ...document, stages: {} };
  });
  const list = (filter: object, at: object) =>
    meter.measure(() => runs.list(organizationId, { projectId, ...filter }, { ...page, ...at }));
  const { nextCursor = '' } = await runs.list(
    organizationId,
    { projectId },
    { ...page, limit: 2, cursor: '' },
  );
  return {
    'read a run': await meter.measure(() => runs.find(organizationId, runAt(1).id)),
    'list the first page': await list({}, { cursor: '' }),
    'list the next page': await list({}, { cursor: nextCursor }),
    'list by an offset': await list({}, { offset: 2 }),
    'list those completed': await list({ status: 'completed' }, { cursor: '' }),
    'list those of a pipeline': await list({ pipelineSlug: runAt(0).pipelineSlug }, { cursor: '' }),
    'count the runs': await meter.measure(() => runs.count(organizationId, projectId)),
  };
}

/** Runs that have completed, the later ones created later. */
function runsOf(of: { readonly organizationId: string; readonly projectId: string }, createdAt: Date) {
  const [pipeline] = catalog;
  if (pipeline === undefined) throw new Error('there is no pipeline');
  const input = {
    ...of,
    pipeline,
    files: [],
    contextId: '',
    contextData: null,
    crowd: null,
    startedBy: 'user',
  };
  return (index: number) => ({
    ...newRun(input, createdAt, () => `run${index.toString().padStart(21, '0')}`),
    status: 'completed' as const,
    createdAt: new Date(createdAt.getTime() + index),
  });
}
