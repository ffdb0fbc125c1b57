/** The prefix of the inboxes of a user. An empty name means a connection without a user. */
export function inboxPrefix(user: string): string {
  return user === '' ? '_INBOX' : `_INBOX.${user}`;
}
