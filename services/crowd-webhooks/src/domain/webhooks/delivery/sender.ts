import type { UrlRefusal } from '@assay/chassis/egress/egress-error';
import type { AttemptOutcome } from './delivery.ts';

/** The address and body of a request, with its signed headers. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests to public addresses alone. */
export interface Sender {
  /** Sends a POST and never rejects. */
  post(request: OutgoingRequest): Promise<AttemptOutcome & { readonly isGone: boolean }>;
}

/** A URL as requests are sent to it, or the reason to refuse it. */
export type CheckedAddress = { readonly url: string } | { readonly refusal: UrlRefusal };

/** Judges addresses before they are stored. */
export interface AddressBook {
  /** Accepts an address that may receive deliveries, and one whose name does not resolve yet. */
  check(url: string): Promise<CheckedAddress>;
}
