import type { PersonalCall } from '../endpoint/identify-caller.ts';
import type { Selection } from './selection.ts';

/** The person of a request, and the tools that its headers select. */
export interface Caller {
  readonly call: PersonalCall;
  readonly selection: Selection;
}
