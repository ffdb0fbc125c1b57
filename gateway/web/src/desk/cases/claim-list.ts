import type { ClaimJudgement, Pipeline, Run } from '../../shared/api/api-types.ts';
import { element } from '../../shared/dom.ts';
import { claimVerdicts, readClaims } from './texts.ts';

const bearings = new Map([
  ['supports', 'Supports'],
  ['contradicts', 'Contradicts'],
  ['notes', 'Note'],
]);

/** Returns the claims of a run with their verdicts and evidence; undefined for a run without claims. */
export function createClaimList(
  { claims, contextDataSnapshot }: Run,
  pipeline: Pipeline | undefined,
): HTMLElement | undefined {
  if (claims.length === 0) return undefined;
  const fields = [...(pipeline?.requiredContextFields ?? []), ...(pipeline?.optionalContextFields ?? [])];
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  const values = readClaims(contextDataSnapshot);
  const rows = claims.map((claim) => {
    const value = String(values[claim.key] ?? '');
    return createRow(claim, labels.get(claim.key) ?? claim.key, value);
  });
  return element(
    'section',
    { className: 'claim-list', 'aria-label': 'Claims' },
    element('h3', {}, 'Claims'),
    element('ul', { className: 'runs' }, ...rows),
  );
}

function createRow(
  { verdict, summary, evidence }: ClaimJudgement,
  label: string,
  value: string,
): HTMLElement {
  const chip = element('span', { className: `chip tone-${verdict}` }, claimVerdicts[verdict]);
  const name = element(
    'span',
    {},
    element('span', { className: 'soft small' }, `${label} `),
    element('bdi', {}, value),
  );
  const reason = element('p', { className: 'small wide' }, summary);
  return element('li', { className: 'judged' }, name, chip, reason, createEvidence(evidence));
}

function createEvidence(evidence: ClaimJudgement['evidence']): HTMLElement | undefined {
  if (evidence.length === 0) return undefined;
  const items = evidence.map(({ check, bearing, statement }) =>
    element(
      'li',
      {},
      `${bearings.get(bearing) ?? bearing}: ${statement} `,
      element('span', { className: 'soft' }, `(${check.replaceAll('-', ' ')})`),
    ),
  );
  return element(
    'details',
    { className: 'past small wide' },
    element('summary', {}, 'Evidence'),
    element('ul', {}, ...items),
  );
}
