import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionsServiceService } from '@assay/proto/billing/v1/transactions_service';
import type { Deps } from './deps.ts';
import { createTopUp } from './rpc/create-top-up.ts';
import { endMockCheckout } from './rpc/end-mock-checkout.ts';
import { getBalance } from './rpc/get-balance.ts';
import { getBilling } from './rpc/get-billing.ts';
import { getMockCheckout } from './rpc/get-mock-checkout.ts';
import { getTransaction } from './rpc/get-transaction.ts';
import { listBalances } from './rpc/list-balances.ts';
import { listLedger } from './rpc/list-ledger.ts';
import { listTransactions } from './rpc/list-transactions.ts';
import { placeHold } from './rpc/place-hold.ts';
import { receivePaymentEvent } from './rpc/receive-payment-event.ts';
import { refundCharge } from './rpc/refund-charge.ts';
import { releaseHold } from './rpc/release-hold.ts';
import { setAlerts } from './rpc/set-alerts.ts';
import { setAutoTopUp } from './rpc/set-auto-top-up.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(BillingServiceService, deps, {
      getBalance,
      listBalances,
      getBilling,
      placeHold,
      releaseHold,
      refundCharge,
      setAutoTopUp,
      setAlerts,
      listLedger,
    }),
    serve(TransactionsServiceService, deps, { listTransactions, getTransaction }),
    serve(TopUpsServiceService, deps, {
      createTopUp,
      receivePaymentEvent,
      getMockCheckout,
      endMockCheckout,
    }),
  ];
}
