import { createHash } from 'node:crypto';

export interface Person {
  /** The same for the same address on every machine and after every start. */
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

/** Everybody who signed in since the start; whoever says a name is believed. */
export interface People {
  signIn(email: string, name: string): Person;
  find(subject: string): Person | undefined;
}

export function createPeople(): People {
  const known = new Map<string, Person>();
  return {
    signIn(given, name) {
      const email = given.trim().toLowerCase();
      const subject = createHash('sha256').update(email).digest('hex').slice(0, 24);
      const person = { subject, email, name: name.trim() === '' ? email : name.trim() };
      known.set(subject, person);
      return person;
    },
    find: (subject) => known.get(subject),
  };
}

export function claimsOf({ subject, email, name }: Person): {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
} {
  return { sub: subject, email, email_verified: true, name };
}
