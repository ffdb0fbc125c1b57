import type { Role } from './parts/api-types.ts';

/** The organization that a person works in. A new one is created when the person changes to another organization. */
export interface Workplace {
  readonly organizationId: string;
  /** The role of the person; undefined when the organization does not list the person as a member. */
  readonly role: Role | undefined;
  /** Reads the credit again, after something was charged. */
  refreshCredit(): void;
}

/** A page of the desk, as the navigation knows it. */
export interface DeskPage {
  /** The fragment of the address: `#cases`. The page may use `#cases/…` for itself. */
  readonly slug: string;
  readonly title: string;
  /** Shows the page in its section. Called at every navigation to the page, also within it. */
  open(section: HTMLElement, workplace: Workplace): Promise<void>;
}
