import type { NamedOperation } from '../openapi-document.ts';
import { attempt } from './attempt.ts';
import type { Cell } from './attempt.ts';
import type { Answer } from './exchange.ts';
import type { ResponseCheck } from './response-schema.ts';
import type { PathValues, Row } from './row.ts';
import type { World } from './world.ts';

/** One operation, and the thing it is tried on. */
export interface Subject {
  readonly operation: NamedOperation;
  readonly row: Row;
  /** What the refused try to reach, and the admin reaches last: so that their tries changed nothing of it. */
  readonly target: PathValues;
  /** All of it but what only its owner was told. */
  readonly publicPart: PathValues;
  /** Rejects for an answer that the document does not describe. */
  readonly ask: (cell: Cell) => Promise<Answer>;
}

export async function createSubject(
  world: World,
  { operation, row, check }: { operation: NamedOperation; row: Row; check: ResponseCheck },
): Promise<Subject> {
  const target = (await row.make?.(world, 'admin')) ?? {};
  const { token: _secret, ...publicPart } = target;
  return {
    operation,
    row,
    target,
    publicPart,
    ask: async (cell) => {
      const answer = await attempt(world, operation, row, { path: publicPart, ...cell });
      const problems = check(operation, answer);
      if (problems.length > 0) throw new Error(problems.join('\n'));
      return answer;
    },
  };
}
