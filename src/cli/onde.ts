/** As sysexits.h has it: not for the operator to mend. After this one and the next keep-on-air.sh starts again. */
const UNEXPECTED = 70;
/**
 * A file of the program is missing, or one of another version: an update is under way. As systemd has it where there is
 * no Node, and deploy/systemd tries again after a while for as long as it takes. Node by itself would end with 1.
 */
const UNLOADED = 203;

let code = UNLOADED;
try {
  // No import at the head of this file: what is missing there, nothing here could say.
  const { run } = await import('./command-line.ts');
  code = UNEXPECTED;
  await run();
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') code = UNLOADED;
  if (code === UNLOADED)
    process.stderr.write(
      'Onde could not be loaded, as in the midst of an update. Where none is under way, run: npm run build\n',
    );
  process.once('exit', () => {
    process.exitCode = code;
  });
  throw error;
}

// A module, which may await.
export {};
