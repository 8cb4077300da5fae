import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { cataloguePlugin } from './src/i18n/catalogue-plugin.ts';

export default defineConfig({
  plugins: [cataloguePlugin('build/client'), reactRouter()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
  },
});
