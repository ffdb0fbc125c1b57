import { logRatioToWords } from '../likelihood/verbal-scale.ts';
import type { AnyCheck, CheckResult, Reach } from './check.ts';

type Identity = Pick<AnyCheck, 'slug' | 'version' | 'criterion' | 'kind' | 'searchesFor' | 'mayNotice'>;
type Finding = Pick<CheckResult, 'statement'> &
  Partial<
    Omit<CheckResult, 'check' | 'version' | 'criterion' | 'kind' | 'applicability' | 'verbal' | keyof Reach>
  >;

/** The result of a check that could work. Everything not given is neutral: ratios 0, lists empty. */
export function finding(check: Identity, found: Finding): CheckResult {
  const ratios = {
    llrManipulated: found.llrManipulated ?? 0,
    llrSynthetic: found.llrSynthetic ?? 0,
    llrAuthentic: found.llrAuthentic ?? 0,
  };
  return {
    check: check.slug,
    version: check.version,
    criterion: check.criterion,
    kind: check.kind,
    searchesFor: check.searchesFor ?? [],
    mayNotice: check.mayNotice ?? [],
    applicability: { applicable: true },
    authenticBasis: null,
    calibration: null,
    limits: [],
    facts: {},
    parameters: {},
    artifacts: [],
    ...found,
    ...ratios,
    verbal: logRatioToWords(strongest(Object.values(ratios)), check.kind),
  };
}

/** The result of a check that could not work on this file; it weighs nothing, which is not the same as 0.5. */
export function notApplicable(
  check: Identity,
  reason: string,
  facts: CheckResult['facts'] = {},
): CheckResult {
  return {
    ...finding(check, { statement: `Not checked: ${reason}.`, facts }),
    applicability: { applicable: false, reason },
  };
}

/** The result of a check on a file of a type that it is not for. */
export function forOtherType(check: Identity, reason: string): CheckResult {
  return {
    ...notApplicable(check, reason),
    applicability: { applicable: false, reason, code: 'OTHER_TYPE' },
  };
}

function strongest(ratios: readonly number[]): number {
  return ratios.reduce((best, ratio) => (Math.abs(ratio) > Math.abs(best) ? ratio : best), 0);
}
