import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { checkOrder } from './run-order.ts';
import type { RunOrder } from './run-order.ts';

/** What a run would cost, in euro cents. */
export interface RunEstimate {
  readonly minCents: number;
  readonly expectedCents: number;
  readonly maxCents: number;
  readonly stages: readonly StageEstimate[];
  readonly balanceCents: number;
  /** Whether neither the balance nor the order allows less than the most it can cost. */
  readonly sufficient: boolean;
  readonly expiresAt: Date;
}

interface StageEstimate {
  readonly slug: string;
  readonly cents: number;
}

const holdsForMs = 900_000;

/** What a run would cost that could be started now. Errors as StartRun says, but for those about money. */
export async function estimateRun(
  deps: Pick<Deps, 'contexts' | 'projectFiles' | 'billing' | 'clock'>,
  call: CallContext,
  order: RunOrder,
): Promise<RunEstimate> {
  const { pipeline } = await checkOrder(deps, call, order);
  const balanceCents = await deps.billing.availableCents(call);
  const { costCents } = pipeline;
  const { maxCostCents = costCents } = order;
  return {
    ...{ minCents: costCents, expectedCents: costCents, maxCents: costCents },
    stages: shareCost(pipeline),
    balanceCents,
    sufficient: costCents <= Math.min(balanceCents, maxCostCents),
    expiresAt: new Date(deps.clock.now().getTime() + holdsForMs),
  };
}

/** The price is that of the whole run: each stage has an equal share of it, and the first ones the cents that are left over. */
function shareCost({ stages, costCents }: Pipeline): readonly StageEstimate[] {
  const share = Math.floor(costCents / stages.length);
  const left = costCents - share * stages.length;
  return stages.map(({ slug }, order) => ({ slug, cents: share + (order < left ? 1 : 0) }));
}
