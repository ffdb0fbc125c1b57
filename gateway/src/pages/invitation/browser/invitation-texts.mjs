/** What the page of an invitation says. */

export const roles = {
  viewer: { name: 'Viewer', meaning: 'You will read projects, files and results.' },
  user: { name: 'User', meaning: 'You will upload files, run verifications and read their results.' },
  admin: { name: 'Admin', meaning: 'You will do all there is, and manage members, keys and money.' },
};

const newLink = 'Ask whoever invited you for a new invitation, or look for a newer e-mail.';

/** How a visit can end. `{organizationName}` is replaced. */
export const outcomes = {
  joined: {
    tone: 'good',
    badge: 'Accepted',
    title: 'You are in',
    text: 'You now belong to {organizationName}. You can close this page.',
  },
  refused: {
    tone: 'warn',
    badge: 'Declined',
    title: 'You declined',
    text: 'You did not join {organizationName}. If you change your mind, ask to be invited again.',
  },
  accepted: {
    tone: 'good',
    badge: 'Accepted',
    title: 'Already accepted',
    text: 'This invitation was accepted before. There is nothing left to do.',
  },
  declined: {
    tone: 'warn',
    badge: 'Declined',
    title: 'Already declined',
    text: `This invitation was declined before. ${newLink}`,
  },
  expired: { tone: 'warn', badge: 'Expired', title: 'This invitation has expired', text: newLink },
  incomplete: {
    tone: 'bad',
    badge: 'Incomplete link',
    title: 'A part of the link is missing',
    text: 'Open the link from the e-mail again, or copy it completely, up to its last character.',
  },
  unreachable: {
    tone: 'bad',
    badge: 'Not available',
    title: 'That did not work',
    text: 'The invitation could not be read just now. Nothing is lost; please try again in a moment.',
    canRepeat: true,
  },
};

/** What the statuses mean that reading or answering an invitation can be refused with. */
export const refusals = {
  403: {
    tone: 'bad',
    badge: 'Not for this account',
    title: 'This invitation was sent to somebody else',
    text: 'Sign out, sign in with the address the e-mail was sent to, and open its link again.',
  },
  404: {
    tone: 'bad',
    badge: 'Unknown link',
    title: 'This link leads to no invitation',
    text: 'It may have been cut off. Open it from the e-mail again, or copy it up to its last character.',
  },
  409: {
    tone: 'warn',
    badge: 'Answered',
    title: 'This invitation was answered before',
    text: 'It can be answered only once.',
  },
  410: {
    tone: 'warn',
    badge: 'No longer valid',
    title: 'This invitation is no longer valid',
    text: `It has expired, was withdrawn, or a newer one took its place. ${newLink}`,
  },
  429: {
    tone: 'warn',
    badge: 'Too many requests',
    title: 'Please wait a little',
    text: 'There were too many requests from your network. Try again in some minutes.',
    canRepeat: true,
  },
};
