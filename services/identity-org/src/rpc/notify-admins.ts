import type { CallContext } from '@assay/chassis/call-context';
import type {
  NotifyAdminsRequest,
  NotifyAdminsResponse,
} from '@assay/proto/organizations/v1/contacts_service';
import type { Deps } from '../deps.ts';
import { notifyAdmins as notify } from '../domain/notification/notify-admins.ts';

export async function notifyAdmins(
  deps: Pick<Deps, 'clock' | 'notifications' | 'organizations'>,
  call: CallContext,
  request: NotifyAdminsRequest,
): Promise<NotifyAdminsResponse> {
  await notify(deps, call, request);
  return {};
}
