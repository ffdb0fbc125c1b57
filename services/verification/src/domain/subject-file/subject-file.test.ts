import { DomainError } from '@assay/chassis/errors';
import { describe, expect, it } from 'vitest';
import { imageAuthenticity } from '../pipeline/definitions/image-authenticity.ts';
import type { Pipeline, RequiredFile } from '../pipeline/pipeline.ts';
import { checkFileIds, checkSubjectFiles } from './subject-file.ts';
import type { SubjectFile } from './subject-file.ts';

function entry(label: string, mimeTypes: readonly string[], counts: readonly [number, number]): RequiredFile {
  const [minCount, maxCount] = counts;
  return { label, description: '', mimeTypes, minCount, maxCount, requiredEnrichmentFields: [] };
}

function pipelineOf(...requiredFiles: readonly RequiredFile[]): Pipeline {
  return { ...imageAuthenticity, slug: 'sample', requiredFiles };
}

function filesOf(...mimeTypes: readonly string[]): SubjectFile[] {
  return mimeTypes.map((mimeType, index) => ({
    id: `file${String(index)}`,
    name: 'a',
    mimeType,
    sizeBytes: 1,
    sha256: '',
    storageKey: '',
    enrichmentStatus: 'completed',
    enrichment: {},
  }));
}

function refusalOf(
  pipeline: Pipeline,
  files: readonly SubjectFile[],
): Pick<DomainError, 'reason' | 'details'> | null {
  try {
    checkFileIds(
      pipeline,
      files.map(({ id }) => id),
    );
    checkSubjectFiles(pipeline, files);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { reason: error.reason, details: error.details };
  }
}

const [jpeg, png, pdf] = ['image/jpeg', 'image/png', 'application/pdf'] as const;
const picture = entry('Picture', [jpeg, png], [1, 2]);
const document = entry('Document', [pdf], [1, 1]);

describe('the files of a start', () => {
  it.each<[string, RequiredFile[], string[]]>([
    ['one of each entry', [picture, document], [pdf, jpeg]],
    ['as many as an entry may have', [picture, document], [jpeg, pdf, png]],
    ['none where none is needed', [entry('Picture', [jpeg], [0, 1])], []],
    // The png must leave the broad entry to the jpeg, and the other way round, in whichever order they come.
    [
      'of which only one order fits',
      [entry('Any', [jpeg, png], [1, 1]), entry('PNG', [png], [1, 1])],
      [png, jpeg],
    ],
    [
      'of which only the other order fits',
      [entry('PNG', [png], [0, 1]), entry('Any', [jpeg, png], [1, 1])],
      [png, jpeg],
    ],
    [
      'that must all be moved for the last one',
      [entry('A', [jpeg], [0, 1]), entry('B', [jpeg, png], [1, 1]), entry('C', [png, pdf], [1, 1])],
      [jpeg, png, pdf],
    ],
  ])('are taken: %s', (_what, entries, types) => {
    expect(refusalOf(pipelineOf(...entries), filesOf(...types))).toBe(null);
  });

  it.each<[string, RequiredFile[], string[], object]>([
    ['too few in all', [picture, document], [jpeg], { providedCount: 1 }],
    ['too many in all', [document], [pdf, pdf], { providedCount: 2 }],
    // The sum of the counts is right, and one entry is empty.
    ['two of one entry and none of the other', [picture, document], [jpeg, png], {}],
    ['more of an entry than it may have', [picture, entry('Document', [pdf], [0, 2])], [jpeg, jpeg, png], {}],
    ['of a type that no entry takes', [picture], ['text/plain'], { fileId: 'file0', mimeType: 'text/plain' }],
  ])('are refused with what is needed: %s', (_what, entries, types, details) => {
    const requiredFiles = entries.map(({ label, mimeTypes, minCount, maxCount }) => ({
      label,
      mimeTypes,
      minCount,
      maxCount,
    }));
    expect(refusalOf(pipelineOf(...entries), filesOf(...types))).toMatchObject({
      reason: 'FILES_UNSUITABLE',
      details: { field: 'fileIds', requiredFiles, ...details },
    });
  });

  it('must have what the entry they stand for asks of their enrichment', () => {
    const asking = { ...entry('Picture', [jpeg], [1, 1]), requiredEnrichmentFields: ['width'] };
    expect(refusalOf(pipelineOf(asking, document), filesOf(pdf, jpeg))).toMatchObject({
      reason: 'ENRICHMENT_INCOMPLETE',
      details: { fileId: 'file1', enrichmentStatus: 'completed' },
    });
  });
});
