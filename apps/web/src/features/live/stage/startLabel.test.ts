import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage } from '../../../locales/index.ts'
import { someLiveInfo } from '../../../testing/aLive.ts'
import { startLabel } from './startLabel.ts'

let viewerHours = 8
beforeEach(() => {
	viewerHours = 8
	vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(() => -60 * viewerHours)
})
afterEach(() => vi.restoreAllMocks())

const now = Date.parse('2026-11-22T00:00Z')
const label = (startTime: string, more: object = {}) =>
	startLabel(someLiveInfo({ startTime, timeZone: 8, ...more }), now)

test('the day as one says it, and the time, in both languages', () => {
	chooseLanguage('zh')
	expect([label('2026-11-22 10:00:00'), label('2026-11-23 09:30:00'), label('2026-12-05 18:00:00')]).toEqual([
		'今天 10:00',
		'明天 09:30',
		'12月5日 18:00',
	])
	chooseLanguage('en')
	expect([label('2026-11-22 10:00:00'), label('2026-12-05 18:00:00')]).toEqual(['Today 10:00', 'Dec 5 18:00'])
})

test('the hours from UTC stand beside it for who has others', () => {
	viewerHours = 1
	expect(label('2026-11-22 10:00:00')).toMatch(/ 10:00 \(UTC\+8\)$/)
	expect(label('2026-11-22 10:00:00', { timeZone: -3.5 })).toMatch(/ \(UTC−3:30\)$/)
})

test('a series without a fixed time has none', () => {
	expect(label('2026-11-22 10:00:00', { hasNoFixedTime: true })).toBeUndefined()
})
