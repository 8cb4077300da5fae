/**
 * Returns the NODE_OPTIONS of a process in which a call of `node:fs/promises` fails for paths with this ending, as over
 * a disk that fails.
 */
export function optionsToFailAt(call: 'access' | 'open', ending: string): string {
  const fault = `
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { ${call} } = fs;
    const failure = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    const isHit = (path) => String(path).endsWith(${JSON.stringify(ending)});
    fs.${call} = (path, ...rest) => (isHit(path) ? Promise.reject(failure) : ${call}(path, ...rest));
    syncBuiltinESMExports();
  `;
  return `--import=data:text/javascript,${encodeURIComponent(fault)}`;
}
