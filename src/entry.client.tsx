import { hydratePage } from './app/frame/hydrate-page.tsx';

// In a chunk of its own (`vite.config.ts`): the chunks that routes share run before the last route's script is there.
await hydratePage();
