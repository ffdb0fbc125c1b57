import type { CheckResult } from '../../checks/check.ts';
import type { Conclusion, Evidence } from './conclusion.ts';

type Grounds = Pick<Conclusion, 'verdict' | 'confidence' | 'strongest' | 'notChecked'>;

/** Explains a verdict in a few sentences for somebody who knows nothing of forensics. */
export function explain(grounds: Grounds, results: readonly CheckResult[]): string {
  return [...openingOf(grounds), ...remarksFor(grounds, results), coverageOf(grounds, results)].join(' ');
}

function openingOf({ verdict, confidence, strongest }: Grounds): string[] {
  const leading = strongest.for.slice(0, 2).map(inWords);
  const opposing = strongest.against.slice(0, 1).map((item) => `Against this speaks: ${inWords(item)}`);
  switch (verdict) {
    case 'manipulated':
      return [
        `The content was most likely changed after it was recorded (${percent(confidence)}).`,
        ...leading,
        ...opposing,
      ];
    case 'synthetic':
      return [
        `The file was most likely made by a generator (${percent(confidence)}).`,
        ...leading,
        ...opposing,
      ];
    case 'authentic':
      return [
        `There is positive evidence that the file is authentic (${percent(confidence)}).`,
        ...leading,
        ...opposing,
      ];
    case 'inconclusive':
      return [
        'The evidence does not allow a verdict: it points in different directions or is too weak to decide.',
        ...strongest.against.slice(0, 2).map(inWords),
        ...strongest.for.slice(0, 1).map((item) => `On the other side: ${inWords(item)}`),
      ];
    case 'unverified':
      return [
        'No sign of manipulation or of an artificial origin strong enough to count was found, but nothing proves that the file is authentic either.',
        'The absence of anomalies is no proof: a careful edit, or a generated picture whose traces were removed, can look the same.',
        'To be called authentic, a file needs positive evidence, such as intact Content Credentials from a trusted camera.',
      ];
  }
}

function inWords({ statement, verbal }: Evidence): string {
  const support = verbal === 'none' ? 'hardly any' : verbal;
  return `${statement.replace(/\.$/, '')} (${support} support).`;
}

/** What an open verdict leaves the reader wondering about: how the file was handled and what it says of its camera. */
function remarksFor({ verdict, strongest }: Grounds, results: readonly CheckResult[]): string[] {
  if (verdict !== 'unverified') return [];
  const said = new Set(strongest.against.map((item) => item.check));
  return results
    .filter(
      (result) =>
        result.applicability.applicable && (result.check === 'ingest-gate' || said.has(result.check)),
    )
    .map((result) => result.statement);
}

function coverageOf({ notChecked }: Grounds, results: readonly CheckResult[]): string {
  const worked = results.length - notChecked.length;
  if (results.length === 0) return 'No check was run.';
  if (notChecked.length === 0) return `All ${results.length} checks could be carried out.`;
  const reasons = [...new Set(notChecked.map(({ reason }) => reason))].join('; ');
  return `${worked} of ${results.length} checks could be carried out; for the others: ${reasons}.`;
}

function percent(probability: number): string {
  return `${Math.floor(probability * 100)} % confidence`;
}
