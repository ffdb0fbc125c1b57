/** A person as an issuer vouches for it. */
export interface ExternalIdentity {
  readonly issuer: string;
  /** The issuer's own name for the person, which it never gives to another. */
  readonly subject: string;
  /** Lower case; undefined unless the issuer has verified it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}
