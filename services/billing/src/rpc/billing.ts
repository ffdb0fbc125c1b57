import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { Deps } from '../deps.ts';
import { listBalances } from '../domain/posting/list-balances.ts';
import { openAccount } from '../domain/posting/open-account.ts';
import { setAlerts } from '../domain/account/set-alerts.ts';
import { setAutoTopUp } from '../domain/auto-top-up/set-auto-top-up.ts';
import { refundCharge } from '../domain/hold/refund-charge.ts';
import { placeAnyHold, releaseAnyHold } from '../domain/run-hold/any-hold.ts';
import { listLedger } from '../domain/ledger/list-ledger.ts';
import {
  toAccountMessage,
  toAlertsMessage,
  toAutoTopUpMessage,
  toBillingMessage,
} from './account-message.ts';
import { readLedgerQuery, toLedgerMessage } from './ledger-entry-message.ts';
import { readConfirmedHold, readHold, readHoldRef } from './hold-message.ts';

export const billingRpcs: Rpcs<Deps, typeof BillingServiceService> = {
  getBalance: async (deps, { organizationId }) => ({
    account: toAccountMessage(await openAccount(deps, organizationId)),
  }),
  listBalances: async (deps, _call, { organizationIds }) => ({
    accounts: (await listBalances(deps, organizationIds)).map(toAccountMessage),
  }),
  getBilling: async (deps, { organizationId }) => toBillingMessage(await openAccount(deps, organizationId)),
  placeHold: async (deps, { organizationId }, request) => ({
    account: toAccountMessage(await placeAnyHold(deps, readHold(organizationId, request))),
  }),
  releaseHold: async (deps, { organizationId }, request) => ({
    account: toAccountMessage(await releaseAnyHold(deps, { organizationId, ...readHoldRef(request) })),
  }),
  confirmHold: (deps, { organizationId }, request) =>
    deps.holds.confirm(organizationId, readConfirmedHold(request), deps.clock.now()).then(() => ({})),
  refundCharge: async (deps, { organizationId }, request) => ({
    account: toAccountMessage(await refundCharge(deps, { ...request, organizationId })),
  }),
  setAutoTopUp: async (deps, call, { enabled = false, thresholdCents = 0, targetCents = 0 }) => ({
    autoTopUp: toAutoTopUpMessage(await setAutoTopUp(deps, call, { enabled, thresholdCents, targetCents })),
  }),
  setAlerts: async (deps, call, { thresholdCents }) => ({
    alerts: toAlertsMessage(await setAlerts(deps, call, thresholdCents)),
  }),
  listLedger: async (deps, { organizationId }, request) =>
    toLedgerMessage(await listLedger(deps, organizationId, readLedgerQuery(request))),
};
