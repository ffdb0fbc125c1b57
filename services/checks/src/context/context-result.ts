import { finding } from '../check/check-result.ts';
import type { CaseCheck, CheckResult, ClaimFinding, JsonObject } from '../check/check.ts';
import { likelihoodRatios } from '../likelihood/likelihood-ratios.ts';

type Identity = Omit<CaseCheck, 'run' | 'examines'>;

interface Found {
  readonly claims: readonly ClaimFinding[];
  /** Said before what was found about claims; empty: nothing. */
  readonly opening?: string;
  readonly facts?: JsonObject;
  readonly limits: readonly string[];
}

/** What findings about claims come to: one that is contradicted outweighs those that are supported; notes weigh nothing. */
export function contextResult(
  identity: Identity,
  { claims, opening = '', facts, limits }: Found,
): CheckResult {
  const of = (bearing: ClaimFinding['bearing']): string =>
    claims
      .filter((claim) => claim.bearing === bearing)
      .map(({ statement }) => statement)
      .join('; ');
  const wrong = of('contradicts');
  const right = of('supports');
  const notes = of('notes');
  const sentences = [
    opening,
    wrong === '' ? '' : `This contradicts what is claimed: ${wrong}.`,
    right === '' || wrong !== '' ? '' : `This agrees with what is claimed: ${right}.`,
    notes === '' || wrong !== '' ? '' : `Worth knowing: ${notes}.`,
  ];
  return finding(identity, {
    llrManipulated: ratioOf(wrong, right),
    statement: sentences.filter((sentence) => sentence !== '').join(' '),
    facts: {
      ...facts,
      comparisons: claims.map(({ keys, bearing, statement }) => ({ keys, bearing, statement })),
    },
    limits,
    claims,
  });
}

function ratioOf(wrong: string, right: string): number {
  if (wrong !== '') return likelihoodRatios['claim-contradicted'].llr;
  return right === '' ? 0 : likelihoodRatios['claim-confirmed'].llr;
}
