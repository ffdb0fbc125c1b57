import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { Deps } from '../deps.ts';
import { notifyAdmins } from '../domain/notification/notify-admins.ts';

export const contactsRpcs: Rpcs<Deps, typeof ContactsServiceService> = {
  notifyAdmins: (deps, call, request) => notifyAdmins(deps, call, request).then(() => ({})),
};
