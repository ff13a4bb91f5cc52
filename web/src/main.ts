import { mount } from 'svelte';

import App from './App.svelte';
import { keepOfflinePage } from './lib/notices';
import './lib/ui/look.css';

const target = document.getElementById('app');
if (target) mount(App, { target });
keepOfflinePage();
