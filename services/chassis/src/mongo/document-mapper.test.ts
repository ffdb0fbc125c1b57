import { expect, it } from 'vitest';
import { createDocumentMapper } from './document-mapper.ts';
import type { Mapped } from './document-mapper.ts';

interface Note {
  readonly id: string;
  readonly organizationId: string;
  readonly title: string;
  readonly text: string | undefined;
  readonly labels: readonly string[];
}

interface NoteDocument extends Mapped<Note, 'text'> {
  readonly titleKey?: string;
  readonly outbox?: readonly object[];
}

const notes = createDocumentMapper<Note, NoteDocument>({
  nullable: ['text'],
  defaults: { labels: [] },
  internal: ['titleKey'],
});
const note: Note = { id: 'n1', organizationId: 'o1', title: 'One', text: undefined, labels: ['a'] };

it('stores the id as _id and an undefined nullable field as null', () => {
  expect(notes.toDocument(note, { titleKey: 'one' })).toStrictEqual({
    _id: 'n1',
    organizationId: 'o1',
    title: 'One',
    text: null,
    labels: ['a'],
    titleKey: 'one',
  });
});

it('reads what it stored, without the fields of the store', () => {
  expect(notes.toDomain(notes.toDocument(note, { titleKey: 'one', outbox: [{}] }))).toStrictEqual(note);
  const written = { ...note, text: 'words' };
  expect(notes.toDomain(notes.toDocument(written))).toStrictEqual(written);
});

it('reads fields that an earlier version did not write as their defaults', () => {
  const earlier = { _id: 'n1', organizationId: 'o1', title: 'One' } as unknown as NoteDocument;
  expect(notes.toDomain(earlier)).toStrictEqual({ ...note, labels: [] });
});

it('sets only the fields that a change names, and clears nullable ones that it names as undefined', () => {
  expect(notes.toFields({ title: 'Two' })).toStrictEqual({ title: 'Two' });
  expect(notes.toFields({ text: undefined })).toStrictEqual({ text: null });
  expect(notes.toFields({})).toStrictEqual({});
});
