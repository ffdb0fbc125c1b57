import type { Collection } from 'mongodb';
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
} from '../../domain/file/file.ts';
import type { MediaKind } from '../../domain/file/media-kind.ts';
import { enrichmentRequested } from '../../events/file-events.ts';
import { appendEnrichmentEnd } from './enrichment-ends.ts';
import { toFile, toOutcomeFields } from './file-document.ts';
import type { FileDocument } from './file-document.ts';
import { setMediaKinds } from './migrate-files.ts';

type UnfinishedFile = ListedUnit<FileDocument>;

/** The unfinished enrichments of one kind of file: waiting, running, or lost. */
export interface EnrichmentQueue extends UnfinishedWork<UnfinishedFile>, WorkQueue<TakenFile> {
  /** Records the progress of a worker, unless the enrichment has ended or another worker has taken it. */
  report(unit: TakenFile, progress: EnrichmentProgress): Promise<void>;
  /** Records the outcome with FileEnriched in the outbox; false when another worker did before. */
  finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean>;
  /** Requests a new enrichment of a file; false when the file has changed since it was read. */
  restart(file: File, run: EnrichmentRun, call: EventContext['call']): Promise<boolean>;
}

const state = { field: 'enrichmentStatus', waiting: 'pending', taken: 'running' } as const;

export const enrichmentIndexes: readonly IndexSpec[] = workIndexes(state.field, ['mediaKind']);

interface EnrichmentOptions {
  readonly kind: MediaKind;
  readonly limits?: WorkLimits | undefined;
}

export function createEnrichmentQueue(
  files: Collection<FileDocument>,
  relay: Pick<Relay, 'notify'>,
  { kind, limits = oneAtATime }: EnrichmentOptions,
): EnrichmentQueue {
  const write = createOutboxWriter(files, relay);

  function finish(file: File, outcome: EnrichmentOutcome, now: Date): Promise<boolean> {
    const { id, organizationId } = file;
    return write(
      { _id: id, organizationId, ...matchRun(file), enrichmentStatus: { $in: [state.waiting, state.taken] } },
      {
        $set: { ...toOutcomeFields(outcome), updatedAt: now },
        $unset: { dueAt: true, overdueSince: true, enrichmentProgress: true },
        ...appendEnrichmentEnd(file, { succeeded: outcome.kind === 'completed', at: now }),
      },
    );
  }

  const work = createWorkDocuments({
    collection: files,
    relay,
    state,
    scope: { mediaKind: kind },
    ...limits,
    readAhead: 50,
    taken: {
      take: (queued, now) => takeFile(files, queued, now),
      guard: ({ file }) => matchRun(file),
      request: ({ file }, now) => enrichmentRequested(file, undefined, now),
    },
    listed: {
      request: (document, now) => enrichmentRequested(toFile(document), undefined, now),
    },
  });

  return {
    ...work,
    async listOverdue(unitState, now, limit) {
      await setMediaKinds(files);
      return work.listOverdue(unitState, now, limit);
    },
    async makeOverdue() {
      while (await setMediaKinds(files));
      await work.makeOverdue();
    },
    async report({ id: _id, organizationId, attempts, file }, { share = null, ...progress }) {
      await files.updateOne(
        { _id, organizationId, ...matchRun(file), enrichmentStatus: state.taken, attempts },
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
  const filter = { _id, organizationId, ...matchRun(file), enrichmentStatus: enrichmentStatus ?? null };
  const update = {
    $set: { ...waiting, enrichmentRun: run, updatedAt: now, dueAt: computeDueAt(now), ...currentTrace() },
    $unset: { overdueSince: true },
    ...appendEvents(enrichmentRequested(file, call, now)),
  } as const;
  return [filter, update] as const;
}

/** Matches only the enrichment that was read: a new request for the same file has a run of its own. */
function matchRun({ enrichmentRun }: File) {
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
