import { PreviewSurveyVersionResponse } from '@assay/proto/crowd/v1/survey_templates_service';
import { defineShape } from '../shape.ts';

export const surveyPreview = defineShape(PreviewSurveyVersionResponse, {
  name: 'SurveyPreview',
  description: 'A survey as a worker would get it.',
});
