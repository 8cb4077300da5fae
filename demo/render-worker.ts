import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { DEMO_FILES } from './programme/demo-files.ts';
import { renderDemoFile, renderOrderSchema } from './render-demo-file.ts';

/** A thread of `renderDemoAudio`: makes the file it is told to and answers with its path. */
const { stationDir } = z.object({ stationDir: z.string() }).parse(workerData);

parentPort?.on('message', (message: unknown) => {
  const { path, niceness } = renderOrderSchema.parse(message);
  const file = DEMO_FILES.find((each) => each.path === path);
  if (!file) throw new Error(`Not a file of the demo: ${path}`);
  yieldTo(niceness);
  renderDemoFile(stationDir, file);
  parentPort?.postMessage(path);
});

/** On Linux a priority is the thread's alone. It is only ever lowered: raising it takes rights. */
function yieldTo(niceness: number): void {
  if (getPriority() < niceness) setPriority(niceness);
}
