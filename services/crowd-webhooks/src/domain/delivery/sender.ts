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

/** Judges addresses before they are stored. */
export interface AddressBook {
  /** Resolves to undefined for an address that may receive deliveries. A name that does not resolve yet is one. */
  refuse(url: string): Promise<UrlRefusal | undefined>;
}
