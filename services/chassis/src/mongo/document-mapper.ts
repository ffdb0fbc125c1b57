/** A domain object as a document: its `id` is the `_id`, and the `Nullable` fields are null where the domain says undefined. */
export type Mapped<Domain extends { readonly id: string }, Nullable extends keyof Domain = never> = {
  readonly _id: string;
} & Omit<Domain, 'id' | Nullable> & {
    readonly [Field in Nullable]-?: Exclude<Domain[Field], undefined> | null;
  };

export interface DocumentRules<Domain, Document> {
  /** Fields that are undefined in the domain and null in the document, so that a filter or an update can name them. */
  readonly nullable?: readonly (keyof Domain & keyof Document & string)[];
  /** Values of fields that are missing in documents of earlier versions. */
  readonly defaults?: Partial<Domain>;
  /** Fields that only the store reads. `outbox` and `outboxSince` always belong to them. */
  readonly internal?: readonly (Exclude<keyof Document, keyof Domain> & string)[];
}

export interface DocumentMapper<Domain, Document> {
  /** Builds a new document. `extra` holds its internal fields, such as the outbox. */
  readonly toDocument: (domain: Domain, extra?: Partial<Document>) => Document;
  readonly toDomain: (document: Document) => Domain;
  /** Builds the `$set` of an update from the fields that `changes` names; a field that it names as undefined becomes null. */
  readonly toFields: (changes: Partial<Omit<Domain, 'id'>>) => Partial<Document>;
}

/**
 * Maps between a domain type and its document by the few rules in which they differ, so that a store declares the differences
 * and lists no field twice. The rules hold at the top level; a store maps nested values itself, around these functions.
 */
export function createDocumentMapper<
  Domain extends { readonly id: string },
  Document extends { readonly _id: string },
>({ nullable = [], defaults = {}, internal = [] }: DocumentRules<Domain, Document> = {}): DocumentMapper<
  Domain,
  Document
> {
  const nullables = new Set<string>(nullable);
  const omitted = new Set<string>(['_id', 'outbox', 'outboxSince', ...internal]);
  const nulls = Object.fromEntries(nullable.map((field) => [field, null]));
  const missing = { ...Object.fromEntries(nullable.map((field) => [field, undefined])), ...defaults };

  function toFields(changes: object): Partial<Document> {
    const entries = Object.entries(changes).filter(
      ([field, value]) => value !== undefined || nullables.has(field),
    );
    return Object.fromEntries(entries.map(([field, value]) => [field, value ?? null])) as Partial<Document>;
  }

  return {
    toFields,
    toDocument: ({ id, ...fields }, extra = {}) =>
      ({ _id: id, ...nulls, ...toFields(fields), ...extra }) as unknown as Document,
    toDomain(document) {
      const domain: Record<string, unknown> = { id: document._id, ...missing };
      for (const [field, value] of Object.entries<unknown>(document)) {
        if (!omitted.has(field) && !(value === null && nullables.has(field))) domain[field] = value;
      }
      return domain as unknown as Domain;
    },
  };
}
