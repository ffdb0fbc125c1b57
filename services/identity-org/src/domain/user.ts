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
