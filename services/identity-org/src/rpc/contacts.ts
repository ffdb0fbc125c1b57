import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { Deps } from '../deps.ts';
import { notify } from '../domain/notification/notify.ts';

export const contactsRpcs: Rpcs<Deps, typeof ContactsServiceService> = {
  notifyAdmins: (deps, call, { id, organizationId, subject, text }) =>
    notify(deps, call, { id, organizationId, subject, text }).then(() => ({})),
  notifyMembers: (deps, call, request) => notify(deps, call, request).then(() => ({})),
};
