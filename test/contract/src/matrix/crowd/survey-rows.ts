import { newSurveyVersion } from '../../survey-body.ts';
import type { Table } from '../row.ts';

/** Survey templates of crowd jobs. */
export const surveyRows: Table = {
  createSurveyTemplate: {
    needs: 'user',
    success: 201,
    body: () => ({ name: 'Made by the matrix', language: 'en' }),
  },
  listSurveyTemplates: { needs: 'viewer', success: 200 },
  getSurveyTemplate: { needs: 'viewer', success: 200 },
  createSurveyVersion: { needs: 'user', success: 201, body: newSurveyVersion },
  getSurveyVersion: { needs: 'viewer', success: 200 },
  previewSurveyVersion: {
    needs: 'viewer',
    success: 200,
    body: () => ({ values: { city: 'Hamburg' } }),
  },
};
