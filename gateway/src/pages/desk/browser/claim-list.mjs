import { element } from './dom.mjs';
import { claimVerdicts } from './words.mjs';

const bearings = { supports: 'Speaks for it', contradicts: 'Speaks against it', notes: 'Worth knowing' };

/** What was claimed, what became of it, and on what that rests; undefined where nothing was claimed. */
export function createClaimList({ claims = [], contextDataSnapshot }, pipeline) {
  if (claims.length === 0) return undefined;
  const fields = [...(pipeline?.requiredContextFields ?? []), ...(pipeline?.optionalContextFields ?? [])];
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  const rows = claims.map((claim) => {
    const value = String(contextDataSnapshot?.[claim.key] ?? '');
    return claimRow(claim, { label: labels.get(claim.key) ?? claim.key, value });
  });
  return element(
    'section',
    { className: 'claim-list', 'aria-label': 'What was claimed' },
    element('h3', {}, 'What was claimed'),
    element('ul', { className: 'runs' }, ...rows),
  );
}

function claimRow({ verdict, summary, evidence }, { label, value }) {
  const chip = element('span', { className: `chip tone-${verdict}` }, claimVerdicts[verdict] ?? verdict);
  const name = element(
    'span',
    {},
    element('span', { className: 'soft small' }, `${label} `),
    element('bdi', {}, value),
  );
  const says = element('p', { className: 'small wide' }, summary);
  return element('li', { className: 'judged' }, name, chip, says, evidenceOf(evidence));
}

/** One piece of evidence is what the summary says already. */
function evidenceOf(evidence) {
  if (evidence.length === 0) return undefined;
  const items = evidence.map(({ check, bearing, statement }) =>
    element(
      'li',
      {},
      `${bearings[bearing] ?? bearing}: ${statement} `,
      element('span', { className: 'soft' }, `(${check.replaceAll('-', ' ')})`),
    ),
  );
  return element(
    'details',
    { className: 'past small wide' },
    element('summary', {}, 'On what that rests'),
    element('ul', {}, ...items),
  );
}
