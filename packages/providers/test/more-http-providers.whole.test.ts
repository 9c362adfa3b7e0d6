import { testOverHttp } from './http-provider-tests.js';
import { HTTP_ROWS, isAlike } from './http-rows.js';

testOverHttp(HTTP_ROWS.filter(isAlike));
