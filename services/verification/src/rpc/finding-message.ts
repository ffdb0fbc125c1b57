import type {
  RunReplay,
  RunRevision as RevisionMessage,
  Signal as SignalMessage,
} from '@assay/proto/runs/v1/run';
import type { Replay } from '../domain/replay/replay-stages.ts';
import type { RunRevision } from '../domain/run/list-revisions.ts';
import type { Signal } from '../domain/run/list-signals.ts';
import { verdicts } from '../events/verdict-message.ts';

export function toSignalMessage({ check, kind, facts, locations, ...signal }: Signal): SignalMessage {
  const evidence = { code: check, type: kind, data: { ...facts }, locations: [...locations] };
  return { ...signal, evidence: [evidence] };
}

export function toRevisionMessage({ verdict, ...revision }: RunRevision): RevisionMessage {
  return { ...revision, verdict: verdicts.toMessage(verdict) };
}

export function toReplayMessage({ verdictBefore, verdictAfter, stages }: Replay): RunReplay {
  return {
    verdictBefore: verdicts.toMessage(verdictBefore),
    verdictAfter: verdicts.toMessage(verdictAfter),
    stages: stages.map((stage) => ({ ...stage })),
  };
}
