import { consumes } from '@assay/chassis/events/consumer';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { Verdict } from '@assay/proto/runs/v1/run';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import type { Deps } from '../deps.ts';
import { followRun } from '../domain/pipeline-run/follow-run.ts';
import { toldRun } from './told-run.ts';

const verdicts = createEnumCodec(Verdict);

export const onRunCompleted = consumes<Deps, RunCompleted>({
  message: RunCompleted,
  async handle(deps, { value }) {
    const { verdict, confidence } = value;
    const result = verdict && { verdict: verdicts.fromMessage(verdict), confidence };
    const told = toldRun(value, { status: 'completed', result });
    if (told !== undefined) await followRun(deps, told);
  },
});
