/** That somebody signed in with a browser. */
export interface Session {
  /** Names it; opens nothing. */
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the secret in the browser, lower-case hex. */
  readonly secretSha256: string;
  readonly createdAt: Date;
  /** However much it is used. */
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
