import { render } from 'preact';
import { App } from './app.js';
import { FileSource, isReport } from './data/source/file-source.js';
import { serverSource } from './data/source/server-source.js';

const place = document.querySelector('#page');
if (place !== null) render(<App source={isReport() ? new FileSource() : serverSource} />, place);
