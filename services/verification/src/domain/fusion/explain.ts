import type { CheckResult } from '@assay/checks/check/check';
import { manifests } from '@assay/checks/manifests';
import { checkTitle } from '@assay/checks/words/check-titles';
import type { Conclusion, Evidence } from './conclusion.ts';
import { manipulatedFrom, syntheticFrom } from './decide.ts';
import { listNotable } from './notable-findings.ts';
import type { NotableFinding } from './notable-findings.ts';
import { findLeading } from './leading-finding.ts';
import type { LeadingFinding } from './leading-finding.ts';
import { rarePrior } from './prior.ts';
import { checksAtOnePlace } from './shared-places.ts';
import { stateDepths, stateNothingFound } from './search/state-search.ts';

type Concluded = Pick<
  Conclusion,
  | 'verdict'
  | 'confidence'
  | 'prior'
  | 'confidenceIfRare'
  | 'changes'
  | 'strongest'
  | 'notChecked'
  | 'posterior'
  | 'unsearched'
>;

interface Grounds extends Concluded {
  readonly notable: readonly NotableFinding[];
}

/** Explains a verdict in a few sentences for somebody who knows nothing of forensics. Findings come before what was not found. */
export function explain(concluded: Concluded, results: readonly CheckResult[]): string {
  const grounds: Grounds = { ...concluded, notable: listNotable(results, concluded.strongest) };
  return [
    ...contradictedClaims(results),
    ...writeOpening(grounds, results),
    ...statePlaces(grounds, results),
    ...remarkOnTrust(grounds, results),
    ...remarksFor(grounds, results),
    ...stateOpenSearch(grounds),
  ].join(' ');
}

function writeOpening(grounds: Grounds, results: readonly CheckResult[]): string[] {
  const { verdict, confidence, strongest } = grounds;
  const leadingKind = findLeading(grounds, results)?.kind ?? 'content';
  const leading = strongest.for.slice(0, 2).map(inWords);
  const opposing = strongest.against.slice(0, 1).map((item) => `Against this speaks: ${inWords(item)}`);
  switch (verdict) {
    case 'manipulated':
      return [
        `${openings[leadingKind]} (${percent(confidence)}).`,
        ...leading,
        ...opposing,
        ...stateRarity(grounds),
      ];
    case 'synthetic':
      return [
        `${madeByGenerator[leadingKind] ?? madeByGenerator.content} (${percent(confidence)}).`,
        ...leading,
        ...opposing,
        ...stateRarity(grounds),
      ];
    case 'authentic':
      return [
        `There is positive evidence that the file is authentic (${percent(confidence)}).`,
        ...leading,
        ...opposing,
      ];
    case 'inconclusive':
      return [
        ...strongest.against.slice(0, 2).map(inWords),
        whyOpen(grounds),
        ...weightyFor(grounds)
          .slice(0, 1)
          .map((item) => `On the other side: ${inWords(item)}`),
        ...statePosterior(grounds),
      ];
    case 'unverified':
      return [
        ...stateNotable(grounds, results),
        ...stateUnsearched(grounds),
        ...stateQuiet(grounds),
        'This is no proof of authenticity: a careful edit, or a generated file whose traces were removed, can look the same.',
        positiveEvidenceNeeded(grounds),
      ];
  }
}

function stateQuiet(grounds: Grounds): string[] {
  const quiet = stateNothingFound(grounds);
  const isSearched = grounds.changes.some(({ depth }) => depth === 'searched' || depth === 'in-part');
  if (quiet.length > 0 || isSearched || grounds.unsearched !== undefined) return quiet;
  return ['No check could look for a kind of change everywhere in this file.'];
}

/** Claims that the file contradicts are told before. */
function stateNotable({ strongest, notable }: Grounds, results: readonly CheckResult[]): string[] {
  const shown = notable.filter(
    ({ check }) => !contradictsClaim(results.find((result) => result.check === check)),
  );
  return shown.slice(0, maxNotable).map(({ check, statement }) => {
    const evidence = strongest.against.find((item) => item.check === check);
    return evidence === undefined ? `${statement.replace(/\.$/, '')}.` : inWords(evidence);
  });
}

const maxNotable = 2;

function contradictsClaim(result: CheckResult | undefined): boolean {
  return result?.claims?.some(({ bearing }) => bearing === 'contradicts') === true;
}

function stateUnsearched({ unsearched }: Grounds): string[] {
  if (unsearched === undefined) return [];
  const { reason, needed } = unsearched;
  return [
    `The file was not examined for changes: ${reason}.`,
    ...(needed === null ? [] : [`The checks need ${needed}.`]),
  ];
}

/** The verdict that the content was changed, by the finding that it rests on. */
const openings = {
  content: 'The content was most likely changed after it was recorded',
  'changed-after-signing': 'The content was most likely changed after the file was signed',
  'credentials-changed': 'The file or its credentials were changed after signing',
  'declared-ai': 'The content was most likely changed with an AI model, as its signer declares',
  'claimed-generator': 'The content was most likely changed with a generator, as a text in the file claims',
} as const;

const madeByGenerator: { readonly content: string } & Partial<Record<LeadingFinding, string>> = {
  content: 'The file was most likely made by a generator',
  'declared-ai': 'The file was most likely made by a generator, as its signer declares',
  'claimed-generator': 'The file was most likely made by a generator, as a text in the file claims',
};

/** Evidence in both directions is another case than evidence in one that does not suffice. */
function whyOpen(grounds: Grounds): string {
  return weightyFor(grounds).length > 0
    ? 'The evidence does not allow a verdict: it points in different directions.'
    : 'Something was found that people should look at; alone it is too weak for a verdict.';
}

/** A claim that the file contradicts comes first, whatever the verdict on the file. */
function contradictedClaims(results: readonly CheckResult[]): string[] {
  const found = results
    .filter(({ applicability }) => applicability.applicable)
    .flatMap(({ claims = [] }) => claims.filter(({ bearing }) => bearing === 'contradicts'));
  if (found.length === 0) return [];
  return [`A claim does not agree with the file: ${found.map(({ statement }) => statement).join('; ')}.`];
}

/** How near the evidence is to a verdict: to the nearer one of the two that accuse. */
function statePosterior({ posterior: { manipulated, synthetic } }: Grounds): string[] {
  const [probable, needed, words] =
    synthetic > manipulated
      ? [synthetic, syntheticFrom, 'made by a generator']
      : [manipulated, manipulatedFrom, 'changed'];
  if (probable >= needed) return [];
  return [
    `All in all it is ${percent(probable)} probable that the file was ${words}; a verdict needs ${percent(needed)}.`,
  ];
}

/** Findings of one place are no independent ones to a reader who counts them. */
function statePlaces({ strongest }: Grounds, results: readonly CheckResult[]): string[] {
  const accusing = [...strongest.for, ...strongest.against].filter(
    ({ proposition, llr }) => proposition === 'manipulated' && llr > 0,
  );
  const named = checksAtOnePlace(
    results,
    accusing.map(({ check }) => check),
  ).map((check) => `“${checkTitle(check)}”`);
  const last = named.at(-1);
  if (last === undefined) return [];
  return [`${named.slice(0, -1).join(', ')} and ${last} point at the same place.`];
}

/** What speaks for the file with more than hardly any support; what says less answers another question. */
function weightyFor({ strongest }: Grounds): readonly Evidence[] {
  return strongest.for.filter(({ verbal }) => verbal !== 'none');
}

/** Names the proof that is missing: a camera or recorder signs images and recordings, a scanner at most a document. */
function positiveEvidenceNeeded({ changes }: Grounds): string {
  return changes.some(({ change }) => change === 'generated')
    ? 'To be called authentic, a file needs positive evidence, such as intact Content Credentials from a trusted camera or recorder.'
    : 'The checks find signs of changes; only intact Content Credentials from a trusted device that captured a document can prove it authentic.';
}

/** Without a trust list no file can be called authentic by its Content Credentials, which the reader must know. */
function remarkOnTrust({ verdict }: Grounds, results: readonly CheckResult[]): string[] {
  const hasNoTrustList = results.some(({ facts }) => facts['trustListVersion'] === null);
  if (verdict !== 'unverified' || !hasNoTrustList) return [];
  return [
    'This platform trusts no signer of Content Credentials yet, so no file can be called authentic that way.',
  ];
}

function stateRarity({ prior, confidenceIfRare }: Grounds): string[] {
  if (confidenceIfRare === null) return [];
  const rare = `if it were 1 in ${Math.round(1 / rarePrior)}, the same evidence would make it ${percent(confidenceIfRare)}`;
  return [`This assumes that 1 in ${Math.round(1 / prior)} such files is; ${rare}.`];
}

function inWords({ statement, verbal }: Evidence): string {
  const support = verbal === 'none' ? 'hardly any' : verbal;
  return `${statement.replace(/\.$/, '')} (${support} support).`;
}

/** Lists what a reader of an open verdict wants to know: how the file was handled, and what it says of its origin. */
function remarksFor({ verdict, strongest, notable }: Grounds, results: readonly CheckResult[]): string[] {
  if (verdict !== 'unverified') return [];
  const named = new Set(notable.slice(0, maxNotable).map(({ check }) => check));
  const said = new Set(strongest.against.map((item) => item.check));
  const isSaid = (check: string): boolean => said.has(check) || manifests.get(check)?.isAlwaysNamed === true;
  return results
    .filter(({ check, applicability }) => applicability.applicable && isSaid(check) && !named.has(check))
    .filter((result) => !contradictsClaim(result))
    .map((result) => result.statement);
}

/** Lists the kinds of change that were looked for and those that were not: an open verdict means no more than that. */
function stateOpenSearch(grounds: Grounds): string[] {
  const { verdict } = grounds;
  if (verdict !== 'unverified' && verdict !== 'inconclusive') return [];
  return verdict === 'inconclusive'
    ? [...stateNothingFound(grounds), ...stateDepths(grounds)]
    : stateDepths(grounds);
}

function percent(probability: number): string {
  return `${Math.floor(probability * 100)} %`;
}
