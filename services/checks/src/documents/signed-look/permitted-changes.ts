import type { Box } from '@assay/media/pdf/marks/geometry';
import type { PageAnnotation } from '@assay/media/pdf/text/read-annotations';

/** An area of a page that a later save may draw into. */
export interface PermittedArea {
  readonly box: Box;
  /** True for a form field, whose earlier value may go. */
  readonly mayReplace: boolean;
}

/** A page at signing and now. */
export interface AnnotatedStates {
  readonly before: readonly PageAnnotation[];
  readonly after: readonly PageAnnotation[];
  /** Returns true where a signature field was signed in that state, by the number of its object. */
  readonly wasSigned: (number: number) => boolean;
  /** Returns the letters and digits that a state shows in an area. */
  readonly lettersBefore: (box: Box) => string;
  readonly lettersAfter: (box: Box) => string;
}

/** The levels of a certification (ISO 32000-2 table 257). An approval signature permits as much as the third. */
export const permitsAnnotations = 3;
const permitsFilling = 2;
/** Points by which the place of a field may be given otherwise. */
const samePlace = 1;

/**
 * Lists the areas in which a signature permits a page to look different: fields whose value was filled in or changed at their place,
 * signatures in fields that were not signed, annotations where those are permitted.
 */
export function listPermitted(states: AnnotatedStates, permission: number): PermittedArea[] {
  return states.after.flatMap((annotation): PermittedArea[] => {
    const earlier = states.before.find(({ number }) => number !== undefined && number === annotation.number);
    const { box, fieldType } = annotation;
    if (fieldType === 'Sig') {
      const isSigned = earlier?.number !== undefined && states.wasSigned(earlier.number);
      return permission < permitsFilling || isSigned ? [] : [{ box, mayReplace: false }];
    }
    if (annotation.subtype !== 'Widget')
      return permission < permitsAnnotations ? [] : [{ box, mayReplace: false }];
    if (permission < permitsFilling || earlier === undefined || !isAtPlace(earlier.box, box)) return [];
    const isFilled = earlier.value !== annotation.value;
    const showsSame =
      states.lettersBefore(box) === states.lettersAfter(box) && states.lettersAfter(box) !== '';
    return isFilled || showsSame ? [{ box, mayReplace: true }] : [];
  });
}

function isAtPlace(one: Box, other: Box): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every(
    (side) => Math.abs(one[side] - other[side]) <= samePlace,
  );
}
