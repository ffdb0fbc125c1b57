import { LedgerEntry } from '@assay/proto/billing/v1/account';
import { defineShape } from '../shape.ts';

/** The path names the organization already. */
export const ledgerEntry = defineShape(LedgerEntry, { hidden: ['organizationId'] });
