import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { TSchema } from 'typebox';

/** The envelope of a list that is answered as a whole. */
export function listOf<S extends TSchema>(item: S, description: string) {
  return Type.Object(
    {
      data: Type.Array(item, { description: 'All of them.' }),
      total: Type.Integer({ description: 'How many there are.' }),
    },
    { description },
  );
}

/** A list without an envelope; how many match in all is said in a header. */
export function countedArray<S extends TSchema>(item: S, description: string) {
  const total = { type: 'integer', description: 'How many match in all.' };
  return Type.Array(item, { description, headers: { 'X-Total-Count': total } });
}

/** Sets the header that `countedArray` promises. */
export function countTotal(reply: FastifyReply, total: number): void {
  void reply.header('x-total-count', total);
}
