import type { SurveyQuestion } from '../../shared/api/api-types.ts';

type Values = ReadonlyMap<string, unknown>;

/** Returns the keys of the questions that are shown with these values, in their order. */
export function listVisible(questions: readonly SurveyQuestion[], values: Values): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { key, showIf } of questions) {
    if (showIf === null) {
      shown.add(key);
      continue;
    }
    if (!shown.has(showIf.questionKey)) continue;
    const value = values.get(showIf.questionKey);
    const expected: readonly unknown[] = Array.isArray(showIf.equals) ? showIf.equals : [showIf.equals];
    const isMatch = expected.some((each) => (Array.isArray(value) ? value.includes(each) : value === each));
    if (isMatch) shown.add(key);
  }
  return shown;
}
