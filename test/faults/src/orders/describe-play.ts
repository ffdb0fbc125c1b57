import type { ObservedCall } from './model/linearize.ts';
import type { Play } from './play.ts';

/** Describes a failed scenario: its calls in their groups, with their responses, and the reason. */
export function describePlay({ scenario, history, failure }: Play): string {
  const { files, terms } = scenario;
  const groups = history
    .filter((calls) => calls.length > 0)
    .map((calls, index) => `  ${index.toString()}. ${calls.map(describeCall).join('  |  ')}`);
  return [
    `  files: ${JSON.stringify(files)}, terms: ${JSON.stringify(terms)}`,
    ...groups,
    ...(failure ?? []).map((line) => `  ! ${line}`),
  ].join('\n');
}

function describeCall({ operation, outcome, lostAttempts }: ObservedCall): string {
  const { kind, ...on } = operation;
  const { reason, ...facts } = outcome;
  const short = (value: object): string =>
    JSON.stringify(value).replaceAll(/[a-z0-9]{17}([a-z0-9]{7})/gu, '$1');
  const lost = lostAttempts === 0 ? '' : ` after ${lostAttempts.toString()} lost`;
  return `${kind} ${short(on)} -> ${reason}${Object.keys(facts).length > 0 ? ` ${short(facts)}` : ''}${lost}`;
}
