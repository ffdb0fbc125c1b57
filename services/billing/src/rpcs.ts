import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import type { Deps } from './deps.ts';
import { billingRpcs } from './rpc/billing.ts';
import { topUpsRpcs } from './rpc/top-ups.ts';
import { transactionsRpcs } from './rpc/transactions.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(BillingServiceService, deps, billingRpcs),
    serve(TransactionsServiceService, deps, transactionsRpcs),
    serve(TopUpsServiceService, deps, topUpsRpcs),
  ];
}
