import { LedgerEntry } from '@assay/proto/billing/v1/account';
import { defineShape } from '../shape.ts';

/** The organization is already in the path. */
export const ledgerEntry = defineShape(LedgerEntry, { hidden: ['organizationId'] });
