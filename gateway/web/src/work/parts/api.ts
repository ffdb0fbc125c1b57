import { createApi } from '../../shared/api/calls.ts';
import { requestJson } from './request.ts';

/** The calls of the page. All reject with ApiError. */
export const api = createApi(requestJson);

/** The number of jobs in a page that is not the last one. */
export const pageSize = 50;
