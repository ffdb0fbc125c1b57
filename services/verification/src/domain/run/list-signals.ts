import type { CallContext } from '@assay/chassis/call-context';
import type { CheckResult, FindingLocation, VerbalSupport } from '@assay/checks/check/check';
import type { Deps } from '../../deps.ts';
import { manifests } from '@assay/checks/manifests';
import type { RunStage } from '../stage/stage.ts';
import { hideBlindResults } from './blind-results.ts';
import { getRun } from './get-run.ts';
import type { RunRef } from './get-run.ts';
import type { Run } from './run.ts';

/** What a check found that speaks for or against a file. */
export interface Signal {
  readonly id: string;
  readonly stageSlug: string;
  readonly type: 'manipulated' | 'synthetic' | 'authentic';
  /** 1 to 4. */
  readonly level: number;
  readonly summary: string;
  readonly lookFor: string;
  readonly ignore: string;
  readonly check: string;
  readonly kind: CheckResult['kind'];
  readonly facts: CheckResult['facts'];
  /** Where it was found; all files of the run as a whole where that is not known. */
  readonly locations: readonly SignalLocation[];
}

/** A place in one of the files. */
export type SignalLocation = FindingLocation & Required<Pick<FindingLocation, 'fileId'>>;

/** What speaks for or against the files of a run, strongest first. NOT_FOUND for an unknown run. */
export async function listSignals(
  deps: Pick<Deps, 'runs'>,
  call: CallContext,
  ref: RunRef,
): Promise<readonly Signal[]> {
  const run = hideBlindResults(await getRun(deps, call, ref));
  const signals = run.stages.flatMap((stage) => readStageSignals(run, stage));
  return signals
    .toSorted((one, other) => other.level - one.level || other.strength - one.strength)
    .map(({ strength: _, ...signal }) => signal);
}

const levels: Readonly<Record<VerbalSupport, number>> = {
  none: 0,
  weak: 1,
  moderate: 2,
  'moderately strong': 3,
  strong: 4,
  'very strong': 4,
};

function readStageSignals(run: Run, stage: RunStage): readonly (Signal & Strongest)[] {
  // Written by toFindings when the stage was completed.
  const results = (stage.findings?.['checks'] ?? []) as readonly Omit<CheckResult, 'artifacts'>[];
  return results.flatMap((result) => {
    const strongest = findStrongest(result);
    const level = levels[result.verbal];
    if (strongest === undefined || level === 0 || !result.applicability.applicable) return [];
    const { check, kind, facts, limits, statement: summary } = result;
    const legends = stage.artifacts
      .filter((artifact) => artifact.check === check)
      .map(({ legend }) => legend);
    return {
      id: `${stage.id}-${check}`,
      stageSlug: stage.slug,
      ...strongest,
      level,
      summary,
      ...guideOf(check, legends, limits),
      check,
      kind,
      facts,
      locations: locationsOf(run, result.locations ?? []),
    };
  });
}

/** What people are told of such findings; else what its pictures show and what it cannot show. */
function guideOf(
  check: string,
  legends: readonly string[],
  limits: readonly string[],
): Pick<Signal, 'lookFor' | 'ignore'> {
  return manifests.get(check)?.guide ?? { lookFor: legends.join(' '), ignore: limits.join(' ') };
}

/** A check that names no file examined the first one. */
function locationsOf({ files }: Run, locations: readonly FindingLocation[]): SignalLocation[] {
  const [first] = files;
  if (first === undefined) return [];
  return locations.length === 0
    ? files.map(({ id }) => ({ fileId: id }))
    : locations.map((location) => ({ ...location, fileId: location.fileId ?? first.id }));
}

interface Strongest {
  readonly type: Signal['type'];
  /** Log10 of the ratio, positive. */
  readonly strength: number;
}

/** What its strongest ratio speaks for; undefined: for nothing. */
function findStrongest(result: Omit<CheckResult, 'artifacts'>): Strongest | undefined {
  const { llrManipulated, llrSynthetic, llrAuthentic } = result;
  const ratios: readonly Strongest[] = [
    { type: 'manipulated', strength: llrManipulated },
    { type: 'synthetic', strength: llrSynthetic },
    { type: 'authentic', strength: Math.max(llrAuthentic, -llrManipulated, -llrSynthetic) },
  ];
  return ratios
    .filter(({ strength }) => strength > 0)
    .toSorted((one, other) => other.strength - one.strength)[0];
}
