export interface User {
  readonly id: string;
  /** Lower case and verified; empty: none is known. */
  readonly email: string;
  readonly name: string;
  /** A BCP 47 language tag. */
  readonly locale: string;
  /** Where calls work that choose no organization; undefined: in the one the user belongs to longest. */
  readonly defaultOrganizationId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const defaultLocale = 'en';

/** A person as an issuer vouches for it. */
export interface ExternalIdentity {
  readonly issuer: string;
  /** The issuer's own name for the person, which it never gives to another. */
  readonly subject: string;
  /** Lower case; undefined unless the issuer has verified it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}
