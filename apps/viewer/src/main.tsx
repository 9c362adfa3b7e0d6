import { render } from 'preact';
import { App } from './app.js';
import { serverSource } from './data/source/server-source.js';

const place = document.querySelector('#page');
if (place !== null) render(<App source={serverSource} />, place);
