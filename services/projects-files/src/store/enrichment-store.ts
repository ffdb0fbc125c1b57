import type { Collection, Db } from 'mongodb';
import type { EventContext } from '@assay/chassis/events/event';
import { appendEvents } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { QueuedDocument } from '@assay/chassis/mongo/fair-queue';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { computeDueAt, stalledError } from '@assay/chassis/work/redrive';
import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import {
  createWorkDocuments,
  currentTrace,
  oneAtATime,
  workIndexes,
} from '@assay/chassis/work/work-documents';
import type { ListedUnit, WorkLimits } from '@assay/chassis/work/work-documents';
import { leaseEnd } from '@assay/chassis/work/worker';
import type { WorkQueue } from '@assay/chassis/work/worker';
import type {
  EnrichmentOutcome,
  EnrichmentProgress,
  EnrichmentRun,
  File,
  TakenFile,
} from '../domain/file/file.ts';
import type { MediaKind } from '../domain/file/media-kind.ts';
import { enrichmentRequested, fileEnriched } from '../events/file-events.ts';
import { toFields, toFile } from './file-document.ts';
import type { FileDocument } from './file-document.ts';
import { fileCollection } from './file-store.ts';
import { markMediaKinds, migrateMediaKinds } from './mark-media-kinds.ts';

type UnfinishedFile = ListedUnit<FileDocument>;

/** Files of one kind as work: what waits to be read, is being read, or was forgotten. */
export interface EnrichmentStore extends UnfinishedWork<UnfinishedFile>, WorkQueue<TakenFile> {
  /** Records how far its worker has come with a file, unless it has ended or somebody else has taken it since. */
  report(unit: TakenFile, progress: EnrichmentProgress): Promise<void>;
  /** Records the outcome with FileEnriched in the outbox; false when another worker did before. */
  finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean>;
  /** Asks for a file to be read once more that is as it is given; false when it is not. */
  restart(file: File, run: EnrichmentRun, call: EventContext['call']): Promise<boolean>;
}

const state = { field: 'enrichmentStatus', waiting: 'pending', taken: 'running' } as const;

export const enrichmentIndexes: readonly IndexSpec[] = workIndexes(state.field, ['mediaKind']);

export interface EnrichmentOptions {
  /** Which files it is about. */
  readonly kind: MediaKind;
  readonly limits?: WorkLimits;
}

export function createEnrichmentStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  { kind, limits = oneAtATime }: EnrichmentOptions,
): EnrichmentStore {
  const files = db.collection<FileDocument>(fileCollection);
  const write = createOutboxWriter(files, relay);

  function finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean> {
    const { id, organizationId } = file;
    return write(
      { _id: id, organizationId, ...ofRun(file), enrichmentStatus: { $in: [state.waiting, state.taken] } },
      {
        $set: { ...toFields(outcome), updatedAt: now },
        $unset: { dueAt: true, overdueSince: true, enrichmentProgress: true },
        ...appendEvents(fileEnriched(file, outcome.kind === 'completed', now)),
      },
    );
  }

  const work = createWorkDocuments({
    ...{ collection: files, relay, state, scope: { mediaKind: kind }, ...limits, readAhead: 50 },
    taken: {
      take: (queued, now) => takeFile(files, queued, now),
      guard: ({ file }) => ofRun(file),
      request: ({ file }, now) => enrichmentRequested(file, undefined, now),
    },
    listed: {
      request: (document, now) => enrichmentRequested(toFile(document), undefined, now),
    },
  });

  return {
    ...work,
    async listOverdue(unitState, now, limit) {
      await markMediaKinds(files);
      return work.listOverdue(unitState, now, limit);
    },
    async makeOverdue() {
      await migrateMediaKinds(db);
      await work.makeOverdue();
    },
    async report({ id: _id, organizationId, attempts, file }, { share = null, ...progress }) {
      await files.updateOne(
        { _id, organizationId, ...ofRun(file), enrichmentStatus: state.taken, attempts },
        { $set: { enrichmentProgress: { ...progress, share } } },
      );
    },
    finish,
    restart: (file, run, call) => write(...restarting({ file, run, kind, call })),
    end: ({ document }, now) => finish(toFile(document), { kind: 'failed', reason: stalledError }, now),
  };
}

interface Restarting {
  readonly file: File;
  readonly run: EnrichmentRun;
  readonly kind: MediaKind;
  readonly call: EventContext['call'];
}

function restarting({ file, run, kind, call }: Restarting) {
  const { id: _id, organizationId, enrichmentStatus } = file;
  const { createdAt: now } = run;
  const waiting = { enrichmentStatus: state.waiting, enrichmentError: null, mediaKind: kind, attempts: 0 };
  const filter = { _id, organizationId, ...ofRun(file), enrichmentStatus };
  const update = {
    $set: { ...waiting, enrichmentRun: run, updatedAt: now, dueAt: computeDueAt(now), ...currentTrace() },
    $unset: { overdueSince: true },
    ...appendEvents(enrichmentRequested(file, call, now)),
  } as const;
  return [filter, update] as const;
}

/** A file that was asked to be read again since is another piece of work. */
function ofRun({ enrichmentRun }: File) {
  return { 'enrichmentRun.id': enrichmentRun?.id ?? ({ $exists: false } as const) };
}

async function takeFile(
  files: Collection<FileDocument>,
  { id, organizationId }: QueuedDocument,
  now: Date,
): Promise<TakenFile | undefined> {
  const found = await files.findOneAndUpdate(
    { _id: id, organizationId, enrichmentStatus: state.waiting },
    {
      $set: { enrichmentStatus: state.taken, updatedAt: now, dueAt: leaseEnd(now) },
      $unset: { overdueSince: true, enrichmentProgress: true },
      $inc: { attempts: 1 },
    },
    { returnDocument: 'after' },
  );
  if (found === null) return undefined;
  const { attempts = 1, traceparent } = found;
  return { id, organizationId, attempts, traceparent, file: toFile(found) };
}
