import { expect, test } from 'vitest'
import { bytesOfMb } from './chatFiles.ts'
import { formatFileSize } from './dataSize.ts'

test('[ROOM-220] the size of a file is shown in the unit of its limit', () => {
	expect(formatFileSize(bytesOfMb(20))).toBe('20 MB')
	expect(formatFileSize(bytesOfMb(12.34))).toBe('12.3 MB')
	expect(formatFileSize(bytesOfMb(1) - 1)).toBe('1 MB')
	expect([1, 1024, 353_280].map(formatFileSize)).toEqual(['1 KB', '1 KB', '345 KB'])
})
