import { startMeasure } from '../similarity/measure-text.ts';
import type { TextMeasure } from '../similarity/measure-text.ts';
import type { PieceInput, PieceOutput } from '../text-jobs.ts';

/** Runs a job on the pieces of a text in their order. Returns the values of the whole text. */
export async function runPieces<Piece extends PieceOutput>(
  runPiece: (place: Pick<PieceInput, 'start' | 'measure'>) => Promise<Piece>,
  onPiece?: (piece: Piece) => Promise<void>,
): Promise<TextMeasure> {
  let measure = startMeasure();
  let start: number | undefined = 0;
  while (start !== undefined) {
    const piece: Piece = await runPiece({ start, measure });
    await onPiece?.(piece);
    ({ measure, next: start } = piece);
  }
  return measure;
}
