import { expect, test } from 'vitest'
import { isVersionAtLeast } from './version.ts'

test('[SOC-02] versions are compared number by number', () => {
	expect(isVersionAtLeast('6.10.0', '6.2.0')).toBe(true)
	expect(isVersionAtLeast('6.2.0', '6.2.0')).toBe(true)
	expect(isVersionAtLeast('6.2', '6.2.0')).toBe(true)
	expect(isVersionAtLeast('7', '6.9.9')).toBe(true)
	expect(isVersionAtLeast('6.1.9', '6.2.0')).toBe(false)
	expect(isVersionAtLeast('', '6.2.0')).toBe(false)
	expect(isVersionAtLeast('x.y', '6.2.0')).toBe(false)
})
