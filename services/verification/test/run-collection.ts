import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { ensureIndexes } from '@assay/chassis/mongo/indexes';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import type { CommandStartedEvent } from 'mongodb';
import { inject } from 'vitest';
import { findPipeline } from '../src/domain/pipeline/catalog.ts';
import { newRun } from '../src/domain/run/run.ts';
import type { NewRun, Run } from '../src/domain/run/run.ts';
import type { RunDocument } from '../src/store/runs/run-document.ts';
import { runCollection } from '../src/store/runs/run-collection.ts';
import { runIndexes } from '../src/store/runs/run-records.ts';

/** The collection of runs in a database of its own, with the indexes of the run store and these, and what was asked of it. */
export async function openRunCollection(...further: readonly IndexSpec[]) {
  const { database } = createTestPlatform();
  const { uri } = inject('servers').mongodb;
  const commands: CommandStartedEvent[] = [];
  const mongo = await connectMongo({ uri, database, appName: 'verification-test', monitorCommands: true });
  mongo.client.on('commandStarted', (command) => commands.push(command));
  const documents = mongo.db.collection<RunDocument>(runCollection);
  await ensureIndexes(documents, [...runIndexes, ...further]);
  return {
    db: mongo.db,
    documents,
    commands,
    /** Of what was asked, what no index serves. */
    uncovered: () => findUncoveredQueries(commands, mongo.db),
    close: () => mongo.close(),
  };
}

export type OpenedRunCollection = Awaited<ReturnType<typeof openRunCollection>>;

/** A pending run of the pipeline for images, of nobody else and of no file unless given. */
export function newImageRun(given: Partial<NewRun> = {}, now = new Date()): Run {
  const pipeline = findPipeline('image-authenticity');
  if (pipeline === undefined) throw new Error('the pipeline is gone');
  const owner = { organizationId: newId(), projectId: newId(), startedBy: newId() };
  return newRun(
    { ...owner, files: [], contextId: '', contextData: null, crowd: null, ...given, pipeline },
    now,
    newId,
  );
}
