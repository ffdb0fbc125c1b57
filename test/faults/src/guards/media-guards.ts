import type { GuardedFile } from './guard.ts';

const datasets = 'services/datasets';
const files = 'services/projects-files';
const verification = 'services/verification';

/** Files, datasets and runs belong to an organization. */
export const mediaGuards: readonly GuardedFile[] = [
  {
    package: datasets,
    file: 'src/store/dataset-store.ts',
    tests: ['test/index-stores.test.ts'],
    guards: [
      [
        'a dataset is read by another organization',
        'const found = await collection.findOne({ _id: datasetId, organizationId }, { projection });',
        'const found = await collection.findOne({ _id: datasetId }, { projection });',
      ],
    ],
  },
  {
    package: datasets,
    file: 'src/store/version-store.ts',
    tests: ['test/index-stores.test.ts'],
    guards: [
      [
        'a version is read by another organization',
        'const shown = { _id: versionId, organizationId, datasetId, isDeleting: false };',
        'const shown = { _id: versionId, datasetId, isDeleting: false };',
      ],
      [
        'a version is read through another dataset',
        'const shown = { _id: versionId, organizationId, datasetId, isDeleting: false };',
        'const shown = { _id: versionId, organizationId, isDeleting: false };',
      ],
    ],
  },
  {
    package: datasets,
    file: 'src/store/run-store.ts',
    tests: ['test/runs/run-store.test.ts'],
    guards: [
      [
        'a run on files is read by another organization',
        'const found = await collection.findOne({ _id: runId, organizationId }, { projection });',
        'const found = await collection.findOne({ _id: runId }, { projection });',
      ],
    ],
  },
  {
    package: verification,
    file: 'src/store/runs/run-records.ts',
    tests: ['test/run-store.test.ts', 'test/runs.test.ts'],
    guards: [
      [
        'a verification run is read by another organization',
        "const found = await runs.findOne({ _id: runId, organizationId, chargeState: 'held' });",
        "const found = await runs.findOne({ _id: runId, chargeState: 'held' });",
      ],
      [
        'a verification run is read before its money is held',
        "const found = await runs.findOne({ _id: runId, organizationId, chargeState: 'held' });",
        'const found = await runs.findOne({ _id: runId, organizationId });',
      ],
    ],
  },
  {
    package: files,
    file: 'src/store/file/file-store.ts',
    tests: ['test/files.test.ts', 'test/files/update-file.test.ts'],
    guards: [
      [
        'a file is read by another organization',
        'const found = await collection.findOne({ _id: fileId, organizationId });',
        'const found = await collection.findOne({ _id: fileId });',
      ],
      [
        'files are found through another project',
        '.find({ _id: { $in: [...fileIds] }, organizationId, projectId })',
        '.find({ _id: { $in: [...fileIds] }, organizationId })',
      ],
    ],
  },
  {
    package: files,
    file: 'src/store/comment-store.ts',
    tests: ['test/comments/comments.test.ts'],
    guards: [
      [
        'a comment is read by another organization',
        'const found = await collection.findOne({ _id: commentId, organizationId });',
        'const found = await collection.findOne({ _id: commentId });',
      ],
      [
        'a comment is removed by another organization',
        'const found = await collection.findOneAndDelete({ _id: commentId, organizationId });',
        'const found = await collection.findOneAndDelete({ _id: commentId });',
      ],
    ],
  },
  {
    package: files,
    file: 'src/domain/comment/delete-comment.ts',
    tests: ['test/comments/comments.test.ts'],
    guards: [
      [
        'a comment is deleted by another member',
        'if (!mayDelete(call, authorId)) {',
        'if (authorId === undefined) {',
      ],
    ],
  },
  {
    package: files,
    file: 'src/store/folder-store.ts',
    tests: ['test/folders/folders.test.ts'],
    guards: [
      [
        'a folder is read by another organization',
        'const found = await collection.findOne({ _id: folderId, organizationId });',
        'const found = await collection.findOne({ _id: folderId });',
      ],
    ],
  },
];
