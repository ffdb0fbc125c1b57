import { describe, expect, it } from 'vitest';
import { contract } from '../contract/contract.ts';
import { describePattern, readPredefinedRule } from './predefined-rules.ts';

const rules = [...contract()].filter(
  (declared) => declared.kind === 'extension' && declared.extendee.typeName === 'buf.validate.StringRules',
);

describe('the predefined rules of the contract', () => {
  it('are read as lengths and patterns', () => {
    expect(readPredefinedRule('assay.rules.v1.id')).toEqual({ minLength: 1, maxLength: 24 });
    expect(readPredefinedRule('assay.rules.v1.visible')).toEqual({
      pattern: '\\S',
      patternMessage: 'must not be blank',
    });
    expect(readPredefinedRule('assay.rules.v1.name')).toMatchObject({ minLength: 1, maxLength: 255 });
  });

  it('have words for each pattern, and patterns that compile', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { typeName } of rules) {
      const { pattern, patternMessage = '' } = readPredefinedRule(typeName);
      if (pattern === undefined) continue;
      expect(patternMessage).toMatch(/^must /u);
      expect(describePattern(pattern)).toBe(patternMessage);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }
  });

  it('are refused when the contract does not declare them', () => {
    expect(() => readPredefinedRule('assay.rules.v1.color')).toThrow('has no rule');
    expect(() => readPredefinedRule('buf.validate.field')).toThrow('is not a predefined rule');
  });
});
