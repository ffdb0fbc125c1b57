import type { Clock } from '@assay/chassis/clock';
import type { TokenSigner } from '@assay/chassis/internal-token';
import type { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import type { ApiKeyStore } from './store/api-key-store.ts';
import type { MembershipStore } from './store/membership-store.ts';
import type { OrganizationStore } from './store/organization-store.ts';
import type { UserStore } from './store/user-store.ts';

export interface Deps {
  readonly clock: Clock;
  readonly signer: TokenSigner;
  readonly users: UserStore;
  readonly organizations: OrganizationStore;
  readonly memberships: MembershipStore;
  readonly apiKeys: ApiKeyStore;
  /** Tells every process that what it cached about these credentials, users or organizations is no longer true. */
  readonly invalidateCredentials: (stale: Partial<CredentialsInvalidated>) => void;
}
