import { Footer } from '#src/app/frame/footer/footer.tsx';
import { IdleTasks } from './idle-tasks.tsx';

/** What every visit fetches once its page is there: one script, whichever part is asked for first. */
export const later = { Footer, IdleTasks };
