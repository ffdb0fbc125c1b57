import type { Known } from './known.ts';
import type { Outcome } from './model/operation.ts';
import type { Clients } from './organization/clients.ts';
import type { Organization } from './organization/organization.ts';

/** The actors of a scenario, and all that their client knows. */
export interface Acting {
  readonly clients: Clients;
  readonly organization: Organization;
  readonly known: Known;
  readonly now: () => Date;
}

/** The facts of a successful response. */
export type Facts = Omit<Outcome, 'reason'>;
