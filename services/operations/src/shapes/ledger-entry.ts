import { LedgerEntry } from '@assay/proto/billing/v1/account';
import { shapeOf } from '../shape.ts';

/** The path names the organization already. */
export const ledgerEntry = shapeOf(LedgerEntry, { hidden: ['organizationId'] });
