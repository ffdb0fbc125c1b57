import type { CallContext } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { describe, expect, it } from 'vitest';
import { finding, notApplicable } from '@assay/checks/check/check-result';
import { findPipeline } from '../pipeline/catalog.ts';
import { toFindings } from '../stage/records/findings.ts';
import { listSignals } from './list-signals.ts';
import { newRun } from './run.ts';

const identity = (slug: string) =>
  ({ slug, version: '1', criterion: 'duplication', kind: 'structural' }) as const;
const results = [
  finding(identity('weak'), { llrManipulated: 0.5, statement: 'a little' }),
  finding(identity('neutral'), { statement: 'nothing' }),
  finding(identity('strong'), { llrSynthetic: 3.2, statement: 'a lot', limits: ['not that', 'nor that'] }),
  finding(identity('placed'), {
    llrManipulated: 1.2,
    statement: 'a place',
    locations: [
      { page: 2, boundingBox: { x: 1, y: 2, width: 3, height: 4 } },
      { fileId: 'other', startSeconds: 1 },
    ],
  }),
  finding(identity('innocent'), { llrManipulated: -1.5, statement: 'as it should be' }),
  notApplicable(identity('silent'), 'it is too small'),
];
const files = ['first', 'other'].map((id) => ({
  id,
  name: id,
  mimeType: 'image/jpeg',
  sizeBytes: 1,
  sha256: '',
  storageKey: id,
  enrichmentStatus: 'completed' as const,
  enrichment: {},
}));
const legend = 'Look here.';
const artifact = {
  id: 'a',
  stageSlug: 'ingest-gate',
  check: 'strong',
  type: 'heatmap',
  mimeType: 'image/png',
  storageKey: 'k',
  width: 1,
  height: 1,
  legend,
  sha256: '',
};

describe('the signals of a run', () => {
  it('are what has weight, strongest first, with what to look for and what it does not mean', async () => {
    const pipeline = findPipeline('image-authenticity');
    if (pipeline === undefined) throw new Error('the pipeline is gone');
    const owner = {
      organizationId: 'o',
      projectId: 'p',
      startedBy: 'u',
      contextId: '',
      contextData: null,
      crowd: null,
    };
    const pending = newRun({ ...owner, files, pipeline }, new Date(), newId);
    const done = { status: 'completed', findings: toFindings(results), artifacts: [artifact] } as const;
    const stages = pending.stages.map((stage, order) => (order === 0 ? { ...stage, ...done } : stage));
    const deps = { runs: { find: () => Promise.resolve({ ...pending, stages }) } };
    // No more of the store and the call is read.
    const given = [deps, { organizationId: 'o' } as CallContext] as unknown as Parameters<typeof listSignals>;
    const signals = await listSignals(given[0], given[1], { runId: pending.id, projectId: '' });
    expect(signals).toMatchObject([
      { type: 'synthetic', level: 4, check: 'strong', lookFor: legend, ignore: 'not that nor that' },
      { type: 'authentic', level: 2, check: 'innocent', lookFor: '' },
      {
        type: 'manipulated',
        level: 2,
        check: 'placed',
        locations: [
          { fileId: 'first', page: 2, boundingBox: { x: 1, y: 2, width: 3, height: 4 } },
          { fileId: 'other', startSeconds: 1 },
        ],
      },
      { type: 'manipulated', level: 1, check: 'weak', locations: [{ fileId: 'first' }, { fileId: 'other' }] },
    ]);
    expect(new Set(signals.map(({ id }) => id)).size).toBe(4);
  });
});
