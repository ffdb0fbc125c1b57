import type { EventConnection } from '@assay/chassis/events/connection';

/** Counts the dead letters of a consumer. */
export async function countDeadLetters(
  { jsm, namespace }: EventConnection,
  consumer: string,
): Promise<number> {
  const subject = namespace.subject(`dead-letters.${consumer}`);
  const options = { subjects_filter: subject };
  const { state } = await jsm.streams.info(namespace.stream('DEAD_LETTERS'), options);
  return state.subjects?.[subject] ?? 0;
}
