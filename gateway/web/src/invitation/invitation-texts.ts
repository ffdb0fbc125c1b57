/** Texts of the invitation page. */

import type { InvitationPreview } from '../shared/api/api-types.ts';

type Role = InvitationPreview['role'];

export const roles: Readonly<Record<Role, { readonly name: string; readonly meaning: string }>> = {
  viewer: { name: 'Viewer', meaning: 'You can read projects, files and results.' },
  user: { name: 'User', meaning: 'You can also create projects, upload files and start runs.' },
  admin: { name: 'Admin', meaning: 'You can also manage the organization, its members and its credit.' },
  superadmin: { name: 'Superadmin', meaning: 'You operate the platform.' },
};

const newLink = 'Ask the person who invited you for a new invitation, or look for a newer e-mail.';

export interface Outcome {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly badge: string;
  readonly title: string;
  /** `{organizationName}` is replaced. */
  readonly text: string;
  readonly canRetry?: boolean;
}

export type OutcomeName =
  'joined' | 'refused' | 'accepted' | 'declined' | 'expired' | 'incomplete' | 'unavailable';

/** The ends of a visit. */
export const outcomes: Readonly<Record<OutcomeName, Outcome>> = {
  joined: {
    tone: 'good',
    badge: 'Accepted',
    title: 'You are in',
    text: 'You are now a member of {organizationName}. You can close this page.',
  },
  refused: {
    tone: 'warn',
    badge: 'Declined',
    title: 'You declined',
    text: 'You did not join {organizationName}. If you change your mind, ask for a new invitation.',
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
    text: 'Open the link in the e-mail again, or copy it completely, up to its last character.',
  },
  unavailable: {
    tone: 'bad',
    badge: 'Not available',
    title: 'The invitation cannot be read',
    text: 'The platform did not answer. Try again in a moment.',
    canRetry: true,
  },
};

/** The outcomes for the error statuses of reading and answering an invitation. */
export const refusals: Readonly<Record<number, Outcome>> = {
  403: {
    tone: 'bad',
    badge: 'Not for this account',
    title: 'This invitation is for another account',
    text: 'Sign out, sign in with the address that received the e-mail, and open its link again.',
  },
  404: {
    tone: 'bad',
    badge: 'Unknown link',
    title: 'This link leads to no invitation',
    text: 'The link may be incomplete. Open it from the e-mail again, or copy it up to its last character.',
  },
  409: {
    tone: 'warn',
    badge: 'Answered',
    title: 'This invitation was answered before',
    text: 'An invitation can be answered only once.',
  },
  410: {
    tone: 'warn',
    badge: 'No longer valid',
    title: 'This invitation is no longer valid',
    text: `It has expired, was revoked, or was replaced by a newer one. ${newLink}`,
  },
  429: {
    tone: 'warn',
    badge: 'Too many requests',
    title: 'Please wait a moment',
    text: 'There were too many requests from your network. Try again in some minutes.',
    canRetry: true,
  },
};
