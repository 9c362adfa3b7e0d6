import { describe } from 'vitest';
import { judgedChecks } from '../../../test/judged-checks.js';
import { answerRelevance } from './answer-relevance.js';

describe('answer_relevance', () => {
  judgedChecks({ definition: answerRelevance, options: {}, shows: ['What is 2+2?', 'The answer is 4.'], threshold: 0.5 });
});
