import { expect, test } from 'vitest'
import { chooseLanguage } from '../../../locales/index.ts'
import { someLiveInfo } from '../../../testing/aLive.ts'
import { setReaderZone } from '../../../testing/readerZone.ts'
import { startLabel } from './startLabel.ts'

const now = Date.parse('2026-11-22T00:00Z')
const label = (startTime: string, more: object = {}) =>
	startLabel(someLiveInfo({ startTime, timeZone: 8, ...more }), now)

test('the relative day and the time, in both languages', () => {
	chooseLanguage('zh')
	expect([label('2026-11-22 10:00:00'), label('2026-11-23 09:30:00'), label('2026-12-05 18:00:00')]).toEqual([
		'今天 10:00',
		'明天 09:30',
		'12月5日 18:00',
	])
	chooseLanguage('en')
	expect([label('2026-11-22 10:00:00'), label('2026-12-05 18:00:00')]).toEqual(['Today 10:00', 'Dec 5 18:00'])
})

test('[LIST-35] a viewer in another zone also sees the zone and their local time', () => {
	setReaderZone('Europe/Berlin')
	chooseLanguage('en')
	expect(label('2026-11-22 10:00:00')).toBe('Today 10:00 (UTC+8 · 03:00 your time)')
	expect(label('2026-11-22 10:00:00', { timeZone: -3.5 })).toBe('Tomorrow 10:00 (UTC−3:30 · today 14:30 your time)')
})

test('a series without a fixed time has none', () => {
	expect(label('2026-11-22 10:00:00', { hasNoFixedTime: true })).toBeUndefined()
})
