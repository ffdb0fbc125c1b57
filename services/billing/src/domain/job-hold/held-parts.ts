import { countSpending } from '../spending/spending.ts';
import type { Spending } from '../spending/spending.ts';

/** A hold that is charged in parts, of a crowd job or of a run, directly after a ledger entry of it. */
export interface JobHold {
  readonly leftCents: number;
  /** The placed amounts that were not released, oldest first. Empty when nothing is left. */
  readonly parts: readonly HeldPart[];
}

/** An amount that was placed for a job or a run. */
export interface HeldPart {
  readonly cents: number;
  /** The credentials whose spending includes it. */
  readonly credentialIds: readonly string[];
  readonly placedAt: Date;
}

export const emptyJobHold: JobHold = { leftCents: 0, parts: [] };

/** Bounds the size of each ledger entry. A release of an older part does not reduce the spending of its credentials. */
const maxParts = 10;

/** Adds an amount to the hold. */
export function raiseHold({ leftCents, parts }: JobHold, part: HeldPart): JobHold {
  const last = parts.at(-1);
  const merged =
    last !== undefined && areCountedTogether(last, part)
      ? [...parts.slice(0, -1), { ...last, cents: last.cents + part.cents }]
      : [...parts, part];
  return { leftCents: leftCents + part.cents, parts: merged.slice(-maxParts) };
}

/** Takes a charge from the hold. The parts keep their amounts, because charged money stays in the spending. */
export function chargeHold({ leftCents, parts }: JobHold, cents: number): JobHold {
  return closeEmptyHold({ leftCents: leftCents - cents, parts });
}

export interface PartialRelease {
  readonly hold: JobHold;
  /** The released amounts, to be taken out of the spending of their credentials. */
  readonly released: readonly HeldPart[];
}

/** Takes a release from the hold: from the newest part first. */
export function releaseFromHold({ leftCents, parts }: JobHold, cents: number): PartialRelease {
  const kept: HeldPart[] = [];
  const released: HeldPart[] = [];
  let rest = cents;
  for (const part of parts.toReversed()) {
    const taken = Math.min(rest, part.cents);
    rest -= taken;
    if (taken > 0) released.push({ ...part, cents: taken });
    if (taken < part.cents) kept.unshift({ ...part, cents: part.cents - taken });
  }
  return { hold: closeEmptyHold({ leftCents: leftCents - cents, parts: kept }), released };
}

/** Takes amounts out of the spending of their credentials, in the periods in which they were placed. */
export function returnSpending(
  spending: readonly Spending[],
  returned: readonly HeldPart[],
  now: Date,
): { readonly settings?: { readonly spending: readonly Spending[] } } {
  const counted = returned.filter(({ credentialIds }) => credentialIds.length > 0);
  if (counted.length === 0) return {};
  const reduced = counted.reduce(
    (before, { credentialIds, cents, placedAt }) =>
      countSpending(before, { credentialIds, cents: -cents, at: placedAt }, now),
    spending,
  );
  return { settings: { spending: reduced } };
}

function closeEmptyHold(hold: JobHold): JobHold {
  return hold.leftCents === 0 ? emptyJobHold : hold;
}

/** Returns true when both amounts belong to the same periods of the same credentials. Days are UTC. */
function areCountedTogether(one: HeldPart, other: HeldPart): boolean {
  const day = ({ placedAt }: HeldPart): string => placedAt.toISOString().slice(0, 10);
  const isSame = one.credentialIds.join() === other.credentialIds.join();
  return isSame && (one.credentialIds.length === 0 || day(one) === day(other));
}
