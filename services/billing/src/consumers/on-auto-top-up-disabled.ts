import { consumes } from '@assay/chassis/events/consumer';
import { AutoTopUpDisabled } from '@assay/proto/billing/v1/billing_events';
import type { Deps } from '../deps.ts';
import { notifyAdmins } from './notify-admins.ts';

export const onAutoTopUpDisabled = consumes<Deps, AutoTopUpDisabled>({
  message: AutoTopUpDisabled,
  requires: ['organizationId'],
  handle: (deps, event) =>
    notifyAdmins(deps, event, {
      occasion: 'auto-top-up-disabled',
      subject: 'Automatic top-ups of your Assay balance were switched off',
      text:
        'Three automatic top-ups in a row failed, so no more are tried. The last one failed because: ' +
        `${event.value.error}.\n\nTop up once by hand with a payment method that works, then switch them on again.`,
    }),
});
