import {
  createBoolean,
  createFileChoice,
  createMultipleChoice,
  createScale,
  createSingleChoice,
} from './choice-field.ts';
import type { Field, FieldInput } from './field.ts';
import { createRanking } from './ranking-field.ts';
import { createRegionField } from './region-field.ts';
import { createNumber, createText } from '../parts/text-field.ts';
import { createTimeRangeField } from './time-range-field.ts';

export function createField(input: FieldInput): Field {
  switch (input.question.type) {
    case 'single_choice':
      return createSingleChoice(input);
    case 'multiple_choice':
      return createMultipleChoice(input);
    case 'scale':
      return createScale(input);
    case 'boolean':
      return createBoolean(input);
    case 'text':
      return createText(input);
    case 'number':
      return createNumber(input);
    case 'ranking':
      return createRanking(input);
    case 'file_choice':
      return createFileChoice(input);
    case 'region':
      return createRegionField(input);
    case 'time_range':
      return createTimeRangeField(input);
  }
}
