/** A sign-in of a user with a browser. */
export interface Session {
  /** A name for the session, not a secret. */
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the secret in the browser, lower-case hex. */
  readonly secretSha256: string;
  readonly createdAt: Date;
  /** The end of the session, however much it is used. */
  readonly expiresAt: Date;
  readonly endedAt: Date | undefined;
}

/** A login on its way to the issuer and back. */
export interface LoginAttempt {
  /** SHA-256 of the secret in the browser, lower-case hex. */
  readonly secretSha256: string;
  readonly redirectUri: string;
  readonly returnTo: string;
  readonly expiresAt: Date;
}
