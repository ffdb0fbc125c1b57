/** An area of a file as displayed, in fractions of its width and height from the upper left. */
export interface Region {
  readonly fileId: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The period of the area, in files with a duration. */
  readonly startSeconds: number | undefined;
  readonly endSeconds: number | undefined;
  readonly note: string | undefined;
}

/** An answer to one question, as a worker sent it. */
export interface QuestionAnswer {
  readonly questionKey: string;
  readonly value: unknown;
}
