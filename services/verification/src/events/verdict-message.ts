import { Verdict } from '@assay/proto/runs/v1/run';
import type { Verdict as DomainVerdict } from '../domain/fusion/conclusion.ts';

export const verdicts = {
  authentic: Verdict.AUTHENTIC,
  manipulated: Verdict.MANIPULATED,
  synthetic: Verdict.SYNTHETIC,
  inconclusive: Verdict.INCONCLUSIVE,
  unverified: Verdict.UNVERIFIED,
} as const satisfies Record<DomainVerdict, Verdict>;
