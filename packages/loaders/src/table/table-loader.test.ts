import { checkLoader } from '../../test/loader-checks.js';
import { tableLoader } from './table-loader.js';

checkLoader(tableLoader, {
  samples: [
    { extension: '.csv', text: 'id,input,expected\na,Q,G\nb,P,G\n' },
    { extension: '.tsv', text: 'id\tinput\texpected\na\tQ\tG\nb\tP\tG\n' },
    { extension: '.json', text: '[{"id": "a", "input": "Q", "expected": "G"}, {"id": "b", "input": "P", "expected": "G"}]' },
    { extension: '.jsonl', text: '{"input":"Q","expected":"G"}\n{"input":"P","expected":"G"}\n' },
  ],
  broken: { extension: '.csv', text: 'id,input,expected\na,Q,G\nb,P,G,more\n' },
});
