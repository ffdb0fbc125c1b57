import type { Deps } from '../../deps.ts';
import type { OnStep, Share } from './reading.ts';
import type { EnrichmentProgress, EnrichmentStep, TakenFile } from './file.ts';
import type { MediaKind } from './media-kind.ts';

interface ReportDeps extends Pick<Deps, 'clock'> {
  readonly logger: Pick<Deps['logger'], 'warn'>;
  readonly enrichments: Pick<Deps['files']['enrichments'][MediaKind], 'report'>;
}

/** Tells what the worker of a file is doing until it ends. */
export interface ProgressReport {
  readonly begin: OnStep;
  readonly end: () => void;
}

const everyMs = 1_000;

/** Records what has changed since the last second, so that files which are read within one cost no write. */
export function reportProgress({ enrichments, clock, logger }: ReportDeps, unit: TakenFile): ProgressReport {
  let current: { readonly step: EnrichmentStep; readonly share: Share } | undefined;
  let told: Pick<EnrichmentProgress, 'step' | 'share'> | undefined;
  let isTelling = false;

  async function tell(): Promise<void> {
    if (current === undefined || isTelling) return;
    isTelling = true;
    try {
      const { step } = current;
      const share = rounded(await current.share());
      if (step === told?.step && share === told.share) return;
      await enrichments.report(unit, { step, share, updatedAt: clock.now() });
      told = { step, share };
    } catch (error) {
      logger.warn({ err: error, fileId: unit.id }, 'the progress of a file is not told');
    } finally {
      isTelling = false;
    }
  }

  const timer = setInterval(() => void tell(), everyMs);
  return {
    begin: (step, share = () => undefined) => {
      current = { step, share };
    },
    end: () => {
      clearInterval(timer);
    },
  };
}

/** Whole hundredths; a file may be longer than its headers say. */
function rounded(share: number | undefined): number | undefined {
  if (share === undefined || !Number.isFinite(share)) return undefined;
  return Math.min(1, Math.max(0, Math.floor(share * 100) / 100));
}
