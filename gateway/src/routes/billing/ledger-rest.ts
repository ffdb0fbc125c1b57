import { Type } from 'typebox';
import type { Static } from 'typebox';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry } from '@assay/proto/billing/v1/account';
import { required, textOrNull } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { dateTime, named, nullable } from '../../rest/schema.ts';

export const ledgerEntryType = restEnum(LedgerEntryType.UNSPECIFIED, {
  hold: LedgerEntryType.HOLD,
  release: LedgerEntryType.RELEASE,
  charge: LedgerEntryType.CHARGE,
  refund: LedgerEntryType.REFUND,
  top_up: LedgerEntryType.TOP_UP,
});

const cents = (description: string) => Type.Integer({ description });

export const ledgerEntrySchema = named(
  'LedgerEntry',
  Type.Object(
    {
      id: Type.String({ description: 'Names its cause; no cause moves money twice.' }),
      type: ledgerEntryType.schema,
      amountCents: cents('How much; negative for a payment that its provider paid back.'),
      balanceAfterCents: cents('Available right after it.'),
      heldAfterCents: cents('Held right after it.'),
      runId: nullable(Type.String(), 'The run that caused it.'),
      jobId: nullable(Type.String(), 'The crowd job that caused it.'),
      stageSlug: nullable(Type.String(), 'The stage that caused it.'),
      createdAt: dateTime('When.'),
    },
    { description: 'One move of money, in euro cents. Entries are only ever added.' },
  ),
);

export function toLedgerEntry(entry: LedgerEntry): Static<typeof ledgerEntrySchema.schema> {
  return {
    id: entry.id,
    type: ledgerEntryType.toRest(entry.type),
    amountCents: entry.amountCents,
    balanceAfterCents: entry.balanceAfterCents,
    heldAfterCents: entry.heldAfterCents,
    runId: textOrNull(entry.runId),
    jobId: textOrNull(entry.jobId),
    stageSlug: textOrNull(entry.stageSlug),
    createdAt: required(entry.createdAt).toISOString(),
  };
}
