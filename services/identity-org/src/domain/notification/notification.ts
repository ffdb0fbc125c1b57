/** A message of another service to members of an organization. */
export interface Notification {
  readonly id: string;
  readonly organizationId: string;
  /** The named recipients; undefined: the admins. */
  readonly userIds: readonly string[] | undefined;
  /** One line. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The users the notification was mailed to so far. */
  readonly mailedUserIds: readonly string[];
  readonly createdAt: Date;
}
