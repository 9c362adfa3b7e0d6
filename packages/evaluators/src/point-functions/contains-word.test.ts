import { describe } from 'vitest';
import { testPoints, testRefused } from '../../test/point-table.js';
import { containsWord } from './contains-word.js';

describe('contains_word', () => {
  testPoints('contains_word', [
    ['Paraná', 'the Paraná River', 1],
    ['Paraná', 'the Parana\u0301 River', 1],
    ['Parana\u0301', 'the Paraná River', 1],
    ['Paran', 'the Paraná River', 0],
    ['Parana', 'the Parana\u0301 River', 0],
    ['art', 'start', 0],
    ['art', 'artist', 0],
    ['art', 'start art', 1],
    ['art', '(art)', 1],
    ['art', 'art', 1],
    ['art', 'art2', 0],
    ['C++', 'in C++ it is', 1],
    ['are you', 'how are you?', 1],
    ['Москва', 'город Москва.', 1],
    ['Москва', 'Москвашвея', 0],
    ['长江', '长江是中国最长的河流', 1],
    ['GPT', '使用GPT模型', 1],
    ['กาแฟ', 'ฉันดื่มกาแฟทุกวัน', 1],
    ['x', '', 0],
    ['a', '\u{1D400}a', 0],
    ['Art', 'art', 0],
  ]);

  testRefused(containsWord, [
    [undefined, 'must be text, got undefined'],
    ['', 'must not be empty'],
    [42, 'must be text, got 42'],
    [['a'], 'must be text, got Array'],
  ]);
});
