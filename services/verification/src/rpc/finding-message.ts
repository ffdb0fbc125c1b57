import type { RunRevision as RevisionMessage, Signal as SignalMessage } from '@assay/proto/runs/v1/run';
import type { RunRevision } from '../domain/run/list-revisions.ts';
import type { Signal } from '../domain/run/list-signals.ts';
import { verdicts } from '../events/verdict-message.ts';

export function toSignalMessage({ check, kind, facts, fileIds, ...signal }: Signal): SignalMessage {
  const locations = fileIds.map((fileId) => ({ fileId }));
  return { ...signal, evidence: [{ code: check, type: kind, data: { ...facts }, locations }] };
}

export function toRevisionMessage({ verdict, ...revision }: RunRevision): RevisionMessage {
  return { ...revision, verdict: verdicts[verdict] };
}
