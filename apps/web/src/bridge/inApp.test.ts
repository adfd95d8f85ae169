import { expect, test } from 'vitest'
import { type AppDetection, getAppVersion, isInApp } from './index.ts'

const browser: AppDetection = { query: null, stored: null, present: false, userAgent: 'Mozilla/5.0 Chrome/126.0' }
const token = 'Mozilla/5.0 (iPhone) Mobile ParleyApp/6.10.0'

const clues: [string, Partial<AppDetection>, boolean][] = [
	['a plain browser', {}, false],
	['the address says so', { query: '1' }, true],
	['the address says so in a word', { query: 'true' }, true],
	['storage says so', { stored: '1' }, true],
	['storage says no', { stored: '0' }, false],
	['a shell has shown itself', { present: true }, true],
	['the user agent has the token', { userAgent: token }, true],
	['the address says no and everything else yes', { query: '0', stored: '1', present: true, userAgent: token }, false],
	['the query is there and empty', { query: '' }, false],
	['another app has a similar token', { userAgent: 'Mozilla/5.0 MyParleyApp/6.2.5' }, false],
	['the token has no version', { userAgent: 'Mozilla/5.0 ParleyApp' }, false],
]
test.each(clues)('[OP-072] %s', (_, clue, expected) => {
	expect(isInApp({ ...browser, ...clue })).toBe(expected)
})

test('[OP-072] the app says its version in the user agent before it says it over the bridge', () => {
	expect(getAppVersion(token)).toBe('6.10.0')
	expect(getAppVersion(browser.userAgent)).toBeUndefined()
})
