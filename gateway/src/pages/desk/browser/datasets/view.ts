import type { DatasetAddress } from './address.ts';

export interface ViewContext extends DatasetAddress {
  /** False: the person may only read. */
  readonly mayWrite: boolean;
  /** Registers the end of work that the view has begun, such as polling. */
  readonly onLeave: (stop: () => void) => void;
}

/** Fills the section of the page. */
export type View = (section: HTMLElement, context: ViewContext) => Promise<void>;
