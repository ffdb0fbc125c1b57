import { Type } from 'typebox';
import type { TSchema } from 'typebox';

const maxOffset = 2_147_483_647;

/** The query fields of every paginated list. */
export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'How many to return.' }),
  offset: Type.Integer({ minimum: 0, maximum: maxOffset, default: 0, description: 'How many to skip.' }),
};

/** The envelope of every paginated list. */
export function pageOf<S extends TSchema>(item: S, description: string) {
  return Type.Object(
    {
      data: Type.Array(item, { description: 'This page.' }),
      total: Type.Integer({ description: 'How many match in all.' }),
      limit: Type.Integer({ description: 'As asked for.' }),
      offset: Type.Integer({ description: 'As asked for.' }),
    },
    { description },
  );
}
