export interface User {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
