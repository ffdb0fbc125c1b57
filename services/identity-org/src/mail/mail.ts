export interface Mail {
  /** The same in every attempt, so that mailboxes show a mail once that was sent twice: the part before the `@`. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves once the server took the mail. `RefusedMailError` when it never will; any other error may pass. */
  send(mail: Mail): Promise<void>;
}

/** The mail server takes this mail neither now nor later. */
export class RefusedMailError extends Error {
  override readonly name = 'RefusedMailError';
}
