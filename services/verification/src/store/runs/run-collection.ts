import type { Collection } from 'mongodb';
import type { OutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import type { RunDocument } from './run-document.ts';

export const runCollection = 'runs';

/** The collection of runs, as its store opens it for its parts. */
export interface RunCollection {
  readonly runs: Collection<RunDocument>;
  readonly write: OutboxWriter<RunDocument>;
  readonly relay: Pick<Relay, 'notify'>;
}
