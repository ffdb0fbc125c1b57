export interface User {
  readonly id: string;
  /** Lower case and verified; empty: the issuer named none. */
  readonly email: string;
  readonly name: string;
  /** A BCP 47 language tag. */
  readonly locale: string;
  /** The organization of calls that choose none; undefined: the one the user belongs to longest. */
  readonly defaultOrganizationId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const defaultLocale = 'en';

/** A person as an issuer names them. */
export interface ExternalIdentity {
  readonly issuer: string;
  /** The issuer's id of the person, which it never gives to another one. */
  readonly subject: string;
  /** Lower case; undefined unless the issuer has verified it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}
