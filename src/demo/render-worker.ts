import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { DEMO_FILES } from './programme/demo-files.ts';
import { renderDemoFile } from './render-demo-file.ts';

/** A thread of `renderDemoAudio`: told a path, it renders the file and answers with the path. */
const { stationDir, niceness } = z.object({ stationDir: z.string(), niceness: z.number() }).parse(workerData);

try {
  // On Linux this is the thread's alone; where it is not allowed, music comes at full priority.
  setPriority(niceness);
} catch {}

parentPort?.on('message', (message: unknown) => {
  const path = z.string().parse(message);
  const file = DEMO_FILES.find((each) => each.path === path);
  if (!file) throw new Error(`Not a file of the demo: ${path}`);
  renderDemoFile(stationDir, file);
  parentPort?.postMessage(path);
});
