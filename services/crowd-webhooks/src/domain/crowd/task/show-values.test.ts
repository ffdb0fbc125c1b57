import { expect, it } from 'vitest';
import { showValues } from './show-values.ts';

it('shows an empty value as null, and others as they are', () => {
  expect(showValues({ url: 'https://a.example', label: '', note: ' ' })).toEqual({
    url: 'https://a.example',
    label: null,
    note: ' ',
  });
});
