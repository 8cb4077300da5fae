import { expect, test } from 'vitest';
import { failureKind, nullIfOfFile } from './failure-kind.ts';

const systemError = (code: string) => Object.assign(new Error(code), { code });

test.each(['ENOENT', 'EACCES', 'EISDIR', 'ELOOP'])('%s is the file’s', (code) => {
  expect(failureKind(systemError(code))).toBe('file');
});

test.each(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC'])(
  '%s is the machine’s, whatever file was asked for',
  (code) => {
    expect(failureKind(systemError(code))).toBe('machine');
  },
);

test.each(['EIO', 'ESTALE', 'ETIMEDOUT', 'EBUSY', 'ENOTCONN'])('%s is the moment’s', (code) => {
  expect(failureKind(systemError(code))).toBe('moment');
});

test('a content that cannot be read as what it should be is the file’s', () => {
  expect(failureKind(new Error('no frame at 0'))).toBe('file');
  expect(failureKind(systemError('ERR_OUT_OF_RANGE'))).toBe('file');
  expect(failureKind('gone')).toBe('file');
});

test('what counts as nothing where its file is at fault fails where the machine or the moment is', () => {
  expect(nullIfOfFile(systemError('ENOENT'))).toBeNull();
  for (const error of [systemError('EIO'), systemError('EMFILE')])
    expect(() => nullIfOfFile(error)).toThrow(error);
});
