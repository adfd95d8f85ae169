// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { stubResizeObserver } from '../../testing/stubResizeObserver.ts'
import { DateWheels, DurationWheels, TimeWheels } from '../dates/DateTimeWheels.tsx'
import { rowAt, Wheel } from './Wheel.tsx'

beforeEach(() => {
	vi.useFakeTimers()
	layOut(5)
})
afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
	vi.useRealTimers()
})

/** happy-dom does no layout: every row is 40 high, and so many are in sight. */
function layOut(rowsInSight: number) {
	vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(40 * rowsInSight)
	vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
		const rows = this.firstElementChild?.childElementCount ?? 0
		return 40 * (rows - 1 + rowsInSight)
	})
}

const minutes = Array.from({ length: 60 }, (_, value) => ({ value, text: `${value} min` }))

function Minutes({ start }: { start: number }) {
	const [value, setValue] = useState(start)
	return <Wheel label="minute" options={minutes} value={value} onValueChange={setValue} />
}

const wheel = (name: string) => screen.getByRole('spinbutton', { name })
const now = (name: string) => wheel(name).getAttribute('aria-valuetext')

test.each([
	['ArrowDown', '31 min'],
	['ArrowUp', '29 min'],
	['PageDown', '35 min'],
	['PageUp', '25 min'],
	['Home', '0 min'],
	['End', '59 min'],
])('%s turns it from 30 to %s', (key, text) => {
	render(<Minutes start={30} />)
	fireEvent.keyDown(wheel('minute'), { key })
	expect(now('minute')).toBe(text)
})

test('keys stop at both ends, and Tab is not its business', () => {
	render(<Minutes start={59} />)
	fireEvent.keyDown(wheel('minute'), { key: 'ArrowDown' })
	expect(now('minute')).toBe('59 min')
	expect(fireEvent.keyDown(wheel('minute'), { key: 'Tab' })).toBe(true)
})

test('it stands on its value and says its bounds', () => {
	render(<Minutes start={30} />)
	expect(wheel('minute').scrollTop).toBe(30 * 40)
	expect(wheel('minute').getAttribute('aria-valuenow')).toBe('30')
	expect(wheel('minute').getAttribute('aria-valuemin')).toBe('0')
	expect(wheel('minute').getAttribute('aria-valuemax')).toBe('59')
})

test('it chooses where it comes to rest, not where it passes', () => {
	render(<Minutes start={0} />)
	const element = wheel('minute')
	element.scrollTop = 10 * 40
	fireEvent.scroll(element)
	expect(now('minute')).toBe('0 min')
	element.scrollTop = 20 * 40 + 12
	fireEvent.scroll(element)
	act(() => vi.advanceTimersByTime(200))
	expect(now('minute')).toBe('20 min')
})

test.each([5, 7])('with %i rows in sight it chooses the one in the band, and stands on its value', rowsInSight => {
	layOut(rowsInSight)
	render(<Minutes start={3} />)
	const element = wheel('minute')
	expect(element.scrollTop).toBe(3 * 40)
	element.scrollTop = 2 * 40
	fireEvent.scroll(element)
	act(() => vi.advanceTimersByTime(200))
	expect(now('minute')).toBe('2 min')
	fireEvent.keyDown(element, { key: 'ArrowDown' })
	expect(element.scrollTop).toBe(3 * 40)
})

test('a rest between rows is the nearer one, never one that does not exist', () => {
	expect(rowAt(59, 40, 60)).toBe(1)
	expect(rowAt(61, 40, 60)).toBe(2)
	expect(rowAt(-30, 40, 60)).toBe(0)
	expect(rowAt(99_999, 40, 60)).toBe(59)
	expect(rowAt(100, 0, 60)).toBe(0)
})

function Dates() {
	const [day, setDay] = useState({ year: 2027, month: 1, day: 31 })
	const text = (value: number) => String(value)
	return (
		<DateWheels
			value={day}
			min={{ year: 2026, month: 1, day: 1 }}
			max={{ year: 2156, month: 12, day: 31 }}
			lastYear={2036}
			onValueChange={setDay}
			labels={{
				group: 'date',
				year: 'year',
				month: 'month',
				day: 'day',
				yearText: text,
				monthOption: text,
				dayText: chosen => `${chosen.year}/${chosen.month}/${chosen.day}`,
			}}
		/>
	)
}

test('turning the month keeps the day in it', () => {
	render(<Dates />)
	fireEvent.keyDown(wheel('month'), { key: 'ArrowDown' })
	expect(now('day')).toBe('2027/2/28')
	expect(wheel('day').getAttribute('aria-valuemax')).toBe('28')
})

function Durations() {
	const [value, setValue] = useState(60)
	const text = (part: number) => String(part)
	return (
		<DurationWheels
			minutes={value}
			onMinutesChange={setValue}
			minMinutes={5}
			minuteStep={5}
			labels={{ group: 'duration', hours: 'hours', minutes: 'minutes', hoursText: text, minutesText: text }}
		/>
	)
}

test('a duration of nothing turns back to the shortest one', () => {
	render(<Durations />)
	fireEvent.keyDown(wheel('hours'), { key: 'ArrowUp' })
	expect([now('hours'), now('minutes')]).toEqual(['0', '5'])
	const element = wheel('minutes')
	element.scrollTop = 0
	fireEvent.scroll(element)
	act(() => vi.advanceTimersByTime(200))
	expect(now('minutes')).toBe('5')
	expect(element.scrollTop).toBe(40)
})

test('[PAGE-20] minutes go in steps of five, with an exact one that was typed between them', () => {
	const turned = vi.fn()
	const labels = { group: 'time', hour: 'hour', minute: 'minute' }
	render(<TimeWheels value={{ hour: 9, minute: 7 }} minuteStep={5} onValueChange={turned} labels={labels} />)
	const options = [...wheel('minute').querySelectorAll('[aria-hidden] > *')].map(({ textContent }) => textContent)
	expect(options.slice(0, 4)).toEqual(['00', '05', '07', '10'])
	expect(options).toHaveLength(13)
	fireEvent.keyDown(wheel('minute'), { key: 'ArrowDown' })
	expect(turned).toHaveBeenCalledWith({ hour: 9, minute: 10 })
})

test('it has not come to rest while it goes on turning', () => {
	render(<Minutes start={0} />)
	const element = wheel('minute')
	for (const row of [10, 20, 30]) {
		element.scrollTop = row * 40
		fireEvent.scroll(element)
		act(() => vi.advanceTimersByTime(100))
		expect(now('minute')).toBe('0 min')
	}
	act(() => vi.advanceTimersByTime(100))
	expect(now('minute')).toBe('30 min')
})

test('a sheet that is closed while its wheel turns has chosen nothing', () => {
	const onValueChange = vi.fn()
	const { unmount } = render(<Wheel label="minute" options={minutes} value={0} onValueChange={onValueChange} />)
	const element = wheel('minute')
	element.scrollTop = 10 * 40
	fireEvent.scroll(element)
	unmount()
	vi.advanceTimersByTime(1_000)
	expect(onValueChange).not.toHaveBeenCalled()
})

test('a wheel whose size changes stands on its value of now, and is not watched after leaving', () => {
	const { observed, resize } = stubResizeObserver()
	onTestFinished(() => void vi.unstubAllGlobals())
	const { unmount } = render(<Minutes start={30} />)
	const element = wheel('minute')
	fireEvent.keyDown(element, { key: 'ArrowDown' })
	element.scrollTop = 0
	resize(element)
	expect(element.scrollTop).toBe(31 * 40)
	expect(observed()).toHaveLength(1)
	unmount()
	expect(observed()).toEqual([])
})

test('a wheel that has come to rest follows its value again', () => {
	render(<Minutes start={0} />)
	const element = wheel('minute')
	element.scrollTop = 10 * 40
	fireEvent.scroll(element)
	act(() => vi.advanceTimersByTime(200))
	fireEvent.keyDown(element, { key: 'ArrowDown' })
	expect(element.scrollTop).toBe(11 * 40)
})
