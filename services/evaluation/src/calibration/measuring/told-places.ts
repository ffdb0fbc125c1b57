import type { JsonValue } from '@assay/checks/check/check';

/** A place that a check points at. */
export interface Told<Seconds extends number | null> {
  readonly seconds: Seconds;
  /** Larger is more suspicious. */
  readonly score: number;
}

type Row = Readonly<Record<string, JsonValue>>;

/** Reads a list of objects among the facts of a check; empty where there is none. */
export function readRows(value: JsonValue | undefined): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

function isRow(value: JsonValue): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function numberIn(row: Row, name: string): number {
  return Number(row[name] ?? 0);
}
