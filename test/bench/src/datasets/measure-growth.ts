import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import { printTable, say } from '../report.ts';
import { cleanDataset } from './fill-dataset.ts';
import type { FilledDataset } from './create-dataset.ts';
import { measureStored } from './measure-stored.ts';
import { describeLimit } from './limits.ts';
import type { Db } from 'mongodb';

interface Stored {
  readonly platform: LaunchedPlatform;
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, 'list'>;
  readonly uri: string;
  readonly fileCount: number;
  /** A pipeline that changes or removes one file of a hundred. */
  readonly pipelineSlug: string;
}

/** The share of the bytes that the bucket has before. */
const maxObjectShare = 0.02;
/** Bytes for each file of the dataset. */
const maxDocumentBytes = 400;

/** Derives a version in which one file of a hundred changed, and prints what it adds to bucket and databases. */
export async function measureGrowth(
  { platform, db, storage, uri, fileCount, pipelineSlug }: Stored,
  dataset: FilledDataset,
): Promise<{ readonly versionId: string; readonly isMet: boolean }> {
  const databases = ['datasets', 'projects_files'].map((name) => `${platform.layout.databasePrefix}_${name}`);
  const before = await measureStored({ uri, databases, storage });
  const versionId = await cleanDataset(platform, dataset, { db, pipelineSlug });
  const after = await measureStored({ uri, databases, storage });
  const share = (after.objects - before.objects) / Math.max(before.objects, 1);
  const perFile = (after.documents - before.documents) / fileCount;
  say('\nA derived version that changed 1 % of the files');
  printTable(
    ['', 'before', 'added', 'measured', 'goal'],
    [
      'bytes in the bucket',
      before.objects.toLocaleString('en'),
      (after.objects - before.objects).toLocaleString('en'),
      `${(share * 100).toFixed(2)} %`,
      describeLimit(share * 100, maxObjectShare * 100),
    ],
    [
      'bytes of documents',
      before.documents.toLocaleString('en'),
      (after.documents - before.documents).toLocaleString('en'),
      `${perFile.toFixed(0)} a file`,
      describeLimit(perFile, maxDocumentBytes),
    ],
  );
  return { versionId, isMet: share <= maxObjectShare && perFile <= maxDocumentBytes };
}
