/** A message of another service to the admins of an organization. */
export interface Notification {
  readonly id: string;
  readonly organizationId: string;
  /** One line. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The users the notification was mailed to so far. */
  readonly mailedUserIds: readonly string[];
  readonly createdAt: Date;
}
